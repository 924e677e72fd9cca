import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Choice } from './choice.ts';

/** Which of two conflicting edits a person keeps. */
export type Side = 'mine' | 'theirs';

interface VersionChoiceProps {
  /** The field that both edits changed. */
  field: string;
  versions: readonly { readonly side: Side; readonly label: string; readonly content: ReactNode }[];
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

/** Two versions of one field side by side. A person chooses one. */
export function VersionChoice({ field, versions, chosen, onChoose }: VersionChoiceProps) {
  const name = useId();
  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend fontSize="sm" fontWeight="strong" mb="2" overflowWrap="anywhere">
        {field}
      </chakra.legend>
      <chakra.div display="grid" gap="2" gridTemplateColumns={{ sm: '1fr 1fr' }}>
        {versions.map(({ side, label, content }) => (
          <Choice isFramed key={side}>
            <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(side)} />
            <chakra.span overflowWrap="anywhere">
              <chakra.span display="block" fontSize="xs" color="ink.muted" mb="1">
                {label}
              </chakra.span>
              {content}
            </chakra.span>
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
