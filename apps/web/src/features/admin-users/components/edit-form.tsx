import { chakra } from '@chakra-ui/react';
import { planIds, plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useEffect, useRef } from 'react';
import { SwitchField } from '../../../components/admin/switch-field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { changesOf, noteOf } from '../model/user-draft.ts';
import type { Change, UserDraft } from '../model/user-draft.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Texts up to this length, such as a date, are not broken at hyphens. */
const unbrokenLength = 16;

const whiteSpaceOf = (text: string) => (text.length <= unbrokenLength ? 'nowrap' : undefined);

interface ChangeSummaryProps {
  changes: readonly Change[];
  /** A further effect of the changes; empty without one. */
  note: string;
}

/** Lists what saving would change. */
function ChangeSummary({ changes, note }: ChangeSummaryProps) {
  return (
    <chakra.section
      aria-label={strings.changes}
      aria-live="polite"
      borderTopWidth="1px"
      pt="3"
      minHeight="72px"
    >
      <chakra.h3 fontSize="xs" color="ink.muted" mb="1">
        {strings.changes}
      </chakra.h3>
      {changes.length === 0 ? (
        <MutedText>Nothing has been changed yet.</MutedText>
      ) : (
        <chakra.ul display="grid" gap="1" fontSize="sm" fontVariantNumeric="tabular-nums">
          {changes.map(({ label, before, after }) => (
            <chakra.li key={label} overflowWrap="anywhere">
              {label}:{' '}
              <chakra.del color="ink.muted" textDecoration="none" whiteSpace={whiteSpaceOf(before)}>
                {before}
              </chakra.del>{' '}
              <span aria-label="becomes" role="img">
                →
              </span>{' '}
              <chakra.ins fontWeight="strong" textDecoration="none" whiteSpace={whiteSpaceOf(after)}>
                {after}
              </chakra.ins>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {note === '' ? null : <MutedText mt="1">{note}</MutedText>}
    </chakra.section>
  );
}

const planOptions = planIds.map((id) => ({ value: id, text: plans[id].label }));

/** Fields that cannot be edited look different from those that can. */
const readOnly = {
  readOnly: true,
  bg: 'transparent',
  borderColor: 'line',
  color: 'ink.muted',
  textOverflow: 'ellipsis',
} as const;

interface EditFormProps {
  id: string;
  row: EmployeeRow;
  draft: UserDraft;
  problem: { readonly message: string; readonly field: string } | null;
  onChange: (fields: Partial<UserDraft>) => void;
  onSave: () => void;
}

/** The fields of a user, and what saving would change. */
export function EditForm({ id, row, draft, problem, onChange, onSave }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);
  const isWrong = (field: string) => (problem?.field === field ? true : undefined);

  return (
    <chakra.form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      display="grid"
      gap="4"
      gridTemplateColumns={{ sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      <TextField label={strings.email} name="email" value={row.email} title={row.email} {...readOnly} />
      <TextField
        label={strings.id}
        name="_id"
        value={row._id}
        title={row._id}
        {...readOnly}
        fontFamily="mono"
        fontSize="xs"
      />
      <TextField
        autoFocus
        label={strings.firstname}
        name="firstname"
        value={draft.firstname}
        maxLength={100}
        autoComplete="off"
        aria-invalid={isWrong('firstname')}
        onChange={(event) => onChange({ firstname: event.target.value })}
      />
      <TextField
        label={strings.lastname}
        name="lastname"
        value={draft.lastname}
        maxLength={100}
        autoComplete="off"
        aria-invalid={isWrong('lastname')}
        onChange={(event) => onChange({ lastname: event.target.value })}
      />
      <Select
        label={strings.plan}
        isField
        value={draft.plan}
        options={planOptions}
        onChange={(value) => onChange({ plan: value === 'executive' ? 'executive' : 'free' })}
      />
      <TextField
        label={strings.membershipEnd}
        name="membership_end"
        type="date"
        max="9999-12-31"
        hint={
          draft.membershipDay === ''
            ? 'Choose the last day.'
            : `${draft.membershipDay}, to the end of that day in UTC.`
        }
        value={draft.membershipDay}
        aria-invalid={isWrong('membership_end')}
        onChange={(event) => onChange({ membershipDay: event.target.value })}
      />
      <TextField
        label={strings.tokenBalance}
        name="token_balance"
        value={formatNumber(row.token_balance)}
        {...readOnly}
      />
      <TextField
        label="Add Token"
        name="add_token"
        type="number"
        step="1"
        inputMode="numeric"
        hint="Tokens to add to the balance. A negative number removes tokens."
        value={draft.addToken}
        aria-invalid={isWrong('add_token')}
        onWheel={(event) => {
          // Scrolling past a field must not change what is in it.
          event.currentTarget.blur();
        }}
        onChange={(event) => onChange({ addToken: event.target.value })}
      />
      <chakra.div gridColumn={{ sm: '1 / -1' }}>
        <SwitchField
          label={strings.active}
          hint="Nobody can sign in to an inactive account, and its open uploads are cancelled."
          isOn={draft.isActive}
          onChange={(isActive) => onChange({ isActive })}
        />
      </chakra.div>
      <chakra.div gridColumn={{ sm: '1 / -1' }}>
        <ChangeSummary changes={changesOf(row, draft)} note={noteOf(row, draft)} />
        {problem ? <FormMessage message={problem.message} /> : null}
      </chakra.div>
    </chakra.form>
  );
}
