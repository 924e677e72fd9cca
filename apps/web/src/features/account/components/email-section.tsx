import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useChangeEmailMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { accountStrings as strings } from '../account.strings.ts';

/** The e-mail address, and the request to change it. */
export function EmailSection({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [notice, setNotice] = useState('');
  return (
    <PageSection id="email" title="Email address">
      <chakra.p overflowWrap="anywhere">{email}</chakra.p>
      {isOpen ? (
        <ChangeForm
          email={email}
          onClose={() => setOpen(false)}
          onSent={(msg) => {
            setNotice(msg);
            setOpen(false);
          }}
        />
      ) : (
        <Line>
          <Button
            onClick={() => {
              setNotice('');
              setOpen(true);
            }}
          >
            Change it
          </Button>
        </Line>
      )}
      <MutedText maxWidth="65ch" role="status">
        {notice === ''
          ? ''
          : `${notice} The link works once, for one hour. Please also check your spam folder.`}
      </MutedText>
    </PageSection>
  );
}

interface ChangeFormProps {
  email: string;
  onClose: () => void;
  /** Called with the answer of the server. */
  onSent: (msg: string) => void;
}

function ChangeForm({ email, onClose, onSent }: ChangeFormProps) {
  const [change] = useChangeEmailMutation();
  const form = useForm({
    names: ['email', 'password'],
    send: async (fields) => {
      onSent(await change({ email: fields.email.trim(), password: fields.password }).unwrap());
    },
    failure: 'It was not sent. Please try again.',
  });
  return (
    <Form state={form} maxWidth="420px">
      {/* Password managers need the user name. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="New email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
      />
      <PasswordField label="Your password" name="password" autoComplete="current-password" required />
      <MutedText maxWidth="65ch">
        We send a link to the new address. Nothing changes until you open it. The old address also gets a
        link, which can undo the change for seven days.
      </MutedText>
      <FormMessage message={form.message} />
      <Line>
        <Button isBusy={form.isBusy} type="submit" tone="primary">
          {form.isBusy ? 'Sending…' : 'Send the link'}
        </Button>
        <Button tone="quiet" disabled={form.isBusy} onClick={onClose}>
          {strings.cancel}
        </Button>
      </Line>
    </Form>
  );
}
