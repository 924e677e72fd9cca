import { chakra } from '@chakra-ui/react';
import { VersionChoice } from '../../components/version-choice.tsx';
import type { Whose } from '../../components/version-choice.tsx';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { fieldLabels } from './user-draft.ts';
import type { Difference, FieldName } from './user-draft.ts';

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
          <VersionChoice
            key={difference.name}
            field={fieldLabels[difference.name]}
            versions={[
              { whose: 'theirs', label: words.theirs, content: difference.theirs },
              { whose: 'mine', label: words.mine, content: difference.mine },
            ]}
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
