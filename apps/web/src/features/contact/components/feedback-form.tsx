import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MailLink } from '../../../components/ui/text-link.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { operator } from '../../../strings/operator.ts';
import { readFields } from '../../../components/ui/fields/read-fields.ts';
import { contactStrings as strings } from '../contact.strings.ts';
import type { Feedback, FeedbackType } from '../model/feedback-log.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';

const names = ['type', 'subject', 'message', 'email'] as const;

const field = {
  width: '100%',
  px: '3',
  borderWidth: '1px',
  borderStyle: 'solid',
  borderColor: 'line.strong',
  borderRadius: 'md',
  bg: 'surface',
  color: 'ink',
  fontSize: 'md',
  _hover: { borderColor: 'ink.muted' },
} as const;

const Select = chakra('select', { base: { ...field, font: 'inherit', height: '44px' } });
const Message = chakra('textarea', {
  base: {
    ...field,
    py: '2',
    minHeight: '160px',
    maxHeight: '60dvh',
    resize: 'vertical',
    fieldSizing: 'content',
  },
});

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
        <Select id={`${id}-type`} name="type">
          {strings.types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      </div>
      <TextField label={strings.subject} name="subject" />
      <div>
        <FieldLabel htmlFor={`${id}-message`}>{strings.message}</FieldLabel>
        <Message id={`${id}-message`} dir="auto" name="message" rows={6} />
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
