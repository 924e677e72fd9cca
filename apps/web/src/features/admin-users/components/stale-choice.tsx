import { chakra } from '@chakra-ui/react';
import { VersionChoice } from '../../../components/ui/fields/version-choice.tsx';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { fieldLabels } from '../model/user-draft.ts';
import type { Difference, FieldName } from '../model/user-draft.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

interface StaleChoiceProps {
  differences: readonly Difference[];
  choiceOf: (difference: Difference) => Side | undefined;
  onChoose: (name: FieldName, side: Side) => void;
}

/** Two conflicting edits of one user. A person chooses the value of each field. */
export function StaleChoice({ differences, choiceOf, onChoose }: StaleChoiceProps) {
  const haveConflict = differences.some(({ changedBy }) => changedBy === 'both');
  return (
    <>
      <MutedText role="alert" mb="4">
        Your changes are not saved yet. Choose a value for each of these fields.{' '}
        {haveConflict ? null : 'You and the other person changed different fields.'}
      </MutedText>
      <chakra.div display="grid" gap="4">
        {differences.map((difference) => (
          <VersionChoice
            key={difference.name}
            field={fieldLabels[difference.name]}
            versions={[
              { side: 'theirs', label: 'Current value', content: difference.theirs },
              { side: 'mine', label: 'Yours', content: difference.mine },
            ]}
            chosen={choiceOf(difference)}
            onChoose={(whose) => onChoose(difference.name, whose)}
          />
        ))}
      </chakra.div>
    </>
  );
}
