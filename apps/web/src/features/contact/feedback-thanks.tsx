import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { MailLink } from '../../components/mail-link.tsx';
import { operator } from '../../lib/operator.ts';
import { contactStrings as words } from './contact.strings.ts';
import type { Feedback } from './feedback-log.ts';

interface FeedbackThanksProps {
  feedback: Feedback;
  isKept: boolean;
  onAnother: () => void;
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
      <chakra.p mb="8">
        <MailLink to={operator.email} subject={subject} body={feedback.message} label={words.asMail} />
      </chakra.p>
      <Button onClick={onAnother}>{words.another}</Button>
    </chakra.section>
  );
}
