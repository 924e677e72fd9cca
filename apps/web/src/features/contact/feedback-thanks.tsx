import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { MailLink } from '../../components/mail-link.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { operator } from '../../lib/operator.ts';
import { contactStrings as words } from './contact.strings.ts';
import type { Feedback } from './feedback-log.ts';

interface FeedbackThanksProps {
  feedback: Feedback;
  isKept: boolean;
  onAnother: () => void;
}

/** What was written, as a letter has it. */
function letterOf({ message, email }: Feedback, subject: string): string {
  return [subject, message, email].filter((part) => part !== '').join('\n\n');
}

/** Puts the letter on the clipboard, for who writes mail elsewhere. */
function CopyLetter({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await copyText(text);
      setSaid(words.copied);
    } catch (error) {
      console.warn('The clipboard was refused.', error);
      setSaid(words.copyFailed);
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>{words.copyText}</Button>
      <chakra.span role="status" fontSize="sm" color="ink.muted">
        {said}
      </chakra.span>
    </>
  );
}

/** Says what became of the note, and how it can reach somebody. */
export function FeedbackThanks({ feedback, isKept, onAnother }: FeedbackThanksProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from here.
    place.current?.focus();
  }, []);
  const subject = feedback.subject ? `${feedback.type}: ${feedback.subject}` : feedback.type;
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="thanks">
      <chakra.h2 id="thanks" fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="2">
        {words.thanksTitle}
      </chakra.h2>
      <chakra.p color="ink.muted" mb="6" maxWidth="65ch">
        {isKept ? words.thanks : words.notKept}
      </chakra.p>
      <chakra.p mb="4">
        <MailLink to={operator.email} subject={subject} body={feedback.message} label={words.asMail} />{' '}
        <chakra.span color="ink.muted">{operator.email}</chakra.span>
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="8">
        <CopyLetter text={letterOf(feedback, subject)} />
      </chakra.div>
      <Button onClick={onAnother}>{words.another}</Button>
    </chakra.section>
  );
}
