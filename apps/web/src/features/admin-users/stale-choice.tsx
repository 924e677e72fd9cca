import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { fieldLabels } from './user-draft.ts';
import type { Difference, FieldName, Whose } from './user-draft.ts';

const Option = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'start',
    gap: '3',
    p: '3',
    fontSize: 'sm',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
    '&:has(:checked)': { borderColor: 'signal', bg: 'signal.wash' },
    '& input': { accentColor: 'var(--vault-colors-signal)', mt: '3px' },
  },
});

interface OneDifferenceProps {
  difference: Difference;
  chosen: Whose | undefined;
  onChoose: (whose: Whose) => void;
}

function OneDifference({ difference, chosen, onChoose }: OneDifferenceProps) {
  const name = useId();
  const options = [
    { whose: 'theirs', label: words.theirs, text: difference.theirs },
    { whose: 'mine', label: words.mine, text: difference.mine },
  ] as const;
  return (
    <chakra.fieldset border="none" p="0" m="0" minWidth="0">
      <chakra.legend fontSize="sm" fontWeight="strong" mb="2">
        {fieldLabels[difference.name]}
      </chakra.legend>
      <chakra.div display="grid" gap="2" gridTemplateColumns={{ sm: '1fr 1fr' }}>
        {options.map(({ whose, label, text }) => (
          <Option key={whose}>
            <input
              type="radio"
              name={name}
              checked={chosen === whose}
              onChange={() => {
                onChoose(whose);
              }}
            />
            <span>
              <chakra.span display="block" fontSize="xs" color="ink.muted">
                {label}
              </chakra.span>
              <chakra.span overflowWrap="anywhere">{text}</chakra.span>
            </span>
          </Option>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}

interface StaleChoiceProps {
  differences: readonly Difference[];
  choiceOf: (difference: Difference) => Whose | undefined;
  onChoose: (name: FieldName, whose: Whose) => void;
}

/** Two conflicting edits of one user. A person chooses the value of each field. */
export function StaleChoice({ differences, choiceOf, onChoose }: StaleChoiceProps) {
  const haveConflict = differences.some(({ changedBy }) => changedBy === 'both');
  return (
    <>
      <chakra.p role="alert" fontSize="sm" color="ink.muted" mb="4">
        {words.staleText} {haveConflict ? null : words.staleNothing}
      </chakra.p>
      <chakra.div display="grid" gap="4">
        {differences.map((difference) => (
          <OneDifference
            key={difference.name}
            difference={difference}
            chosen={choiceOf(difference)}
            onChoose={(whose) => {
              onChoose(difference.name, whose);
            }}
          />
        ))}
      </chakra.div>
    </>
  );
}
