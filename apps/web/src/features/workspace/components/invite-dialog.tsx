import { chakra } from '@chakra-ui/react';
import { inviteLimits } from '@vault/contracts';
import type { InvitedRow, Role } from '@vault/contracts';
import { useId, useState } from 'react';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { useInviteMutation } from '../api/members-api.ts';
import { readAddresses } from '../model/read-addresses.ts';
import { roleWords } from '../../../strings/role-words.ts';
import { workspaceStrings as strings, resultWords } from '../workspace.strings.ts';
import { givenRoles, roleOf } from './member-dialogs.tsx';

/** Why a list of addresses is not sent; empty when it can be. */
function problemOf(text: string): string {
  const { emails, wrong } = readAddresses(text);
  const [first] = wrong;
  if (text.trim() === '') return 'Enter an address.';
  if (first !== undefined) return `“${first}” is not an e-mail address.`;
  if (emails.length > inviteLimits.addresses)
    return `Invite at most ${String(inviteLimits.addresses)} people at once.`;
  return '';
}

interface InviteDialogProps {
  /** The name of the team. */
  team: string;
  onClose: () => void;
}

/** Invites people by mail, and shows in the place of the form what became of each address. */
export function InviteDialog({ team, onClose }: InviteDialogProps) {
  const [results, setResults] = useState<readonly InvitedRow[] | null>(null);
  const [invite] = useInviteMutation();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('editor');
  const ids = { emails: useId(), note: useId(), hint: useId() };
  const { emails, wrong } = readAddresses(typed);
  // What is being typed is not wrong or missing yet.
  const isEarly = typed.trim() === '' || (wrong.length === 1 && typed.trimEnd().endsWith(wrong[0] ?? ''));
  const shown = isEarly && typed !== refused ? '' : problemOf(typed);
  const form = useForm({
    names: ['emails', 'note'],
    required: [],
    problemOf: (fields) => {
      const message = problemOf(fields.emails);
      setRefused(message === '' ? null : fields.emails);
      return message === '' ? undefined : { message, field: 'emails' };
    },
    send: async (fields) => {
      setResults(
        await invite({
          emails: readAddresses(fields.emails).emails,
          role,
          note: fields.note.trim(),
        }).unwrap(),
      );
    },
    failure: 'The invitations were not sent. Please try again.',
  });
  return (
    <FormDialog
      title={strings.invite}
      // The field itself says what is wrong with it.
      state={form.failure === undefined ? { ...form, message: '' } : form}
      submitLabel={emails.length === 0 ? 'Send' : `Send ${countOf(emails.length, 'invitation')}`}
      busyLabel="Sending…"
      outcome={results ? <Results results={results} /> : undefined}
      onClose={onClose}
    >
      <div>
        <FieldLabel htmlFor={ids.emails}>Addresses</FieldLabel>
        <TextArea
          id={ids.emails}
          name="emails"
          rows={4}
          autoFocus
          inputMode="email"
          spellCheck={false}
          aria-describedby={ids.hint}
          aria-invalid={shown !== ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SmallText id={ids.hint} mt="1" color={shown === '' ? undefined : 'signal'} overflowWrap="anywhere">
          {shown || 'Parted by commas or lines. Each person gets a link that works once, for seven days.'}
        </SmallText>
      </div>
      <div>
        <Select
          label="Invite as"
          isField
          value={role}
          options={givenRoles.map((each) => ({ value: each, text: roleWords[each].name }))}
          onChange={(value) => setRole(roleOf(value, role))}
        />
        <SmallText mt="1">{roleWords[role].text}</SmallText>
      </div>
      <div>
        <FieldLabel htmlFor={ids.note}>Note for the mail, if you like</FieldLabel>
        <TextArea
          id={ids.note}
          name="note"
          rows={2}
          maxLength={inviteLimits.note}
          placeholder={`Why you invite them to ${team}`}
        />
      </div>
    </FormDialog>
  );
}

function Results({ results }: { results: readonly InvitedRow[] }) {
  return (
    <chakra.ul
      aria-label="What became of each address"
      maxHeight="50dvh"
      overflowY="auto"
      borderBottomWidth="1px"
    >
      {results.map(({ email, result }) => (
        <chakra.li
          key={email}
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap="4"
          py="2"
          borderTopWidth="1px"
          fontSize="sm"
        >
          <chakra.span overflowWrap="anywhere">{email}</chakra.span>
          <MutedText as="span">{resultWords[result]}</MutedText>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
