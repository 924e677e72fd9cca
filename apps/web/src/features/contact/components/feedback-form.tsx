import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MailLink } from '../../../components/ui/text-link.tsx';
import { Input, TextField } from '../../../components/ui/fields/text-field.tsx';
import { operator } from '../../../strings/operator.ts';
import { readFields } from '../../../components/ui/fields/read-fields.ts';
import { contactStrings as strings } from '../contact.strings.ts';
import type { Feedback, FeedbackType } from '../model/feedback-log.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';

const names = ['type', 'subject', 'message', 'email'] as const;

/** Type, subject, message, e-mail. Nothing is validated: even an empty form is recorded. */
export function FeedbackForm({ onSubmit }: { onSubmit: (feedback: Feedback) => void }) {
  const id = useId();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { type, ...fields } = readFields(event.currentTarget, names);
    onSubmit({ ...fields, type: type as FeedbackType });
  };

  return (
    <chakra.form noValidate onSubmit={submit} display="grid" gap="5">
      <div>
        <FieldLabel htmlFor={`${id}-type`}>{strings.type}</FieldLabel>
        <Input as="select" font="inherit" id={`${id}-type`} name="type">
          {strings.types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Input>
      </div>
      <TextField label={strings.subject} name="subject" />
      <div>
        <FieldLabel htmlFor={`${id}-message`}>{strings.message}</FieldLabel>
        <Input
          asChild
          height="auto"
          minHeight="160px"
          maxHeight="60dvh"
          py="2"
          resize="vertical"
          fieldSizing="content"
        >
          <textarea id={`${id}-message`} dir="auto" name="message" rows={6} />
        </Input>
      </div>
      <TextField label={strings.email} name="email" type="email" autoComplete="email" />
      <MutedText>
        {strings.notice}
        <br />
        {strings.orWrite} <MailLink to={operator.email} subject={strings.title} />
      </MutedText>
      <span>
        <Button type="submit" tone="primary">
          {strings.submit}
        </Button>
      </span>
    </chakra.form>
  );
}
