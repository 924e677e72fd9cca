import { useState, useEffect, useRef } from 'react';
import { chakra } from '@chakra-ui/react';
import { FeedbackForm } from './feedback-form.tsx';
import { recordFeedback } from '../model/feedback-log.ts';
import type { Feedback } from '../model/feedback-log.ts';
import { Button } from '../../../components/ui/button.tsx';
import { MailLink } from '../../../components/ui/text-link.tsx';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { operator } from '../../../strings/operator.ts';
import { contactStrings as strings } from '../contact.strings.ts';
import { MutedText, PageTitle } from '../../../components/ui/muted-text.ts';

interface FeedbackThanksProps {
  feedback: Feedback;
  isKept: boolean;
  onAnother: () => void;
}

/** The feedback as plain text. */
function plainTextOf({ message, email }: Feedback, subject: string): string {
  return [subject, message, email].filter((part) => part !== '').join('\n\n');
}

/** Copies the feedback to the clipboard, for visitors who use web mail. */
function CopyFeedback({ text }: { text: string }) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      await copyText(text);
      setStatus(strings.copied);
    } catch (error) {
      console.warn('The clipboard was refused.', error);
      setStatus(strings.copyFailed);
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>{strings.copyText}</Button>
      <MutedText as="span" role="status">
        {status}
      </MutedText>
    </>
  );
}

/** Says whether the feedback was recorded, and how to send it by e-mail. */
function FeedbackThanks({ feedback, isKept, onAnother }: FeedbackThanksProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button no longer exists: move the focus here.
    section.current?.focus();
  }, []);
  const subject = feedback.subject ? `${feedback.type}: ${feedback.subject}` : feedback.type;
  return (
    <chakra.section ref={section} tabIndex={-1} outline="none" aria-labelledby="thanks">
      <PageTitle as="h2" id="thanks" mb="2">
        {strings.thanksTitle}
      </PageTitle>
      <chakra.p color="ink.muted" mb="6" maxWidth="65ch">
        {isKept ? strings.thanks : strings.notKept}
      </chakra.p>
      <chakra.p mb="4">
        <MailLink to={operator.email} subject={subject} body={feedback.message} label={strings.asMail} />{' '}
        <chakra.span color="ink.muted">{operator.email}</chakra.span>
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="8">
        <CopyFeedback text={plainTextOf(feedback, subject)} />
      </chakra.div>
      <Button onClick={onAnother}>{strings.another}</Button>
    </chakra.section>
  );
}

/** The feedback form; after submitting, the confirmation. */
export function FeedbackSection() {
  const [submission, setSubmission] = useState<{ feedback: Feedback; isKept: boolean } | null>(null);

  const record = (feedback: Feedback) => setSubmission({ feedback, isKept: recordFeedback(feedback) });

  if (!submission) return <FeedbackForm onSubmit={record} />;
  return <FeedbackThanks {...submission} onAnother={() => setSubmission(null)} />;
}
