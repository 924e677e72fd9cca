import { chakra } from '@chakra-ui/react';
import { planIds, plans } from '@vault/contracts';
import type { ComponentProps } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchField } from '../switch-field.tsx';
import type { PlanFields, PlanRow, RowDraft } from './edit-kind.ts';
import { planStrings as strings } from './plan.strings.ts';

/** A value that cannot be edited. It looks different from those that can. */
export function ReadOnlyField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      readOnly
      bg="transparent"
      borderColor="line"
      color="ink.muted"
      textOverflow="ellipsis"
      {...props}
    />
  );
}

/** The id of a row. */
export function IdField({ id }: { id: string }) {
  return (
    <ReadOnlyField label={strings.id} name="_id" value={id} title={id} fontFamily="mono" fontSize="xs" />
  );
}

const planOptions = planIds.map((id) => ({ value: id, text: plans[id].label }));

interface PlanInputsProps {
  /** Whether they come first. */
  autoFocus?: boolean;
  row: PlanRow;
  draft: RowDraft<PlanFields>;
  isWrong: (field: string) => true | undefined;
  onChange: (fields: Partial<RowDraft<PlanFields>>) => void;
}

/** Plan, end of the membership, and tokens. */
export function PlanInputs({ autoFocus, row, draft, isWrong, onChange }: PlanInputsProps) {
  return (
    <>
      <Select
        autoFocus={autoFocus}
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
      <ReadOnlyField
        label={strings.tokenBalance}
        name="token_balance"
        value={formatNumber(row.token_balance)}
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
    </>
  );
}

interface ActiveInputProps {
  hint: string;
  isOn: boolean;
  onChange: (isActive: boolean) => void;
}

/** Whether a user or a team is active. */
export function ActiveInput(props: ActiveInputProps) {
  return (
    <chakra.div gridColumn={{ sm: '1 / -1' }}>
      <SwitchField label={strings.active} {...props} />
    </chakra.div>
  );
}
