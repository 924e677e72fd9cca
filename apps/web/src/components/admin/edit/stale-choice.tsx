import { chakra } from '@chakra-ui/react';
import { VersionChoice } from '../../ui/fields/version-choice.tsx';
import type { Side } from '../../ui/fields/version-choice.tsx';
import { MutedText } from '../../ui/muted-text.ts';
import type { Difference } from './row-draft.ts';

interface StaleChoiceProps {
  differences: readonly Difference[];
  choiceOf: (difference: Difference) => Side | undefined;
  onChoose: (name: string, side: Side) => void;
}

/** Two conflicting edits of one row. A person chooses the value of each field. */
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
            field={difference.label}
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
