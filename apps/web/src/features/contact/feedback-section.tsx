import { useState } from 'react';
import { FeedbackForm } from './feedback-form.tsx';
import { recordFeedback } from './feedback-log.ts';
import type { Feedback } from './feedback-log.ts';
import { FeedbackThanks } from './feedback-thanks.tsx';

/** The feedback form; after submitting, the confirmation. */
export function FeedbackSection() {
  const [sent, setSent] = useState<{ feedback: Feedback; isKept: boolean } | null>(null);

  const record = (feedback: Feedback) => {
    setSent({ feedback, isKept: recordFeedback(feedback) });
  };

  if (!sent) return <FeedbackForm onSubmit={record} />;
  return (
    <FeedbackThanks
      {...sent}
      onAnother={() => {
        setSent(null);
      }}
    />
  );
}
