import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { VersionChoice } from '../fields/version-choice.tsx';
import type { Side } from '../fields/version-choice.tsx';
import { MutedText } from '../muted-text.ts';
import { Modal } from './modal.tsx';

/** Something that two people have changed. */
interface Conflict {
  readonly key: string;
  /** What both have changed. */
  readonly field: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface ConflictDialogProps {
  conflicts: readonly Conflict[];
  /** What has happened. */
  note: string;
  /** Shown below the conflicts. */
  children?: ReactNode;
  confirmLabel?: string | undefined;
  /** Called when a side was chosen for each conflict, with the keys of those where it is the own one. */
  onChosen: (mine: ReadonlySet<string>) => void;
  /** What happens without a choice. */
  laterLabel?: string;
  onLater: () => void;
}

/** Shows both versions of what two people have changed, and asks which one to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, note, children, confirmLabel, onChosen, laterLabel, onLater } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const keep = () => onChosen(new Set([...chosen.keys()].filter((key) => chosen.get(key) === 'mine')));
  return (
    <Modal title="Changed in two places" size="medium" isReadFirst onCancel={onLater}>
      <chakra.div display="grid" gap="5">
        {conflicts.length > 0 ? <MutedText mt="-4">{note}</MutedText> : null}
        {conflicts.map(({ key, field, mine, theirs }) => (
          <VersionChoice
            key={key}
            field={field}
            versions={[
              { side: 'mine', label: 'Yours', content: mine },
              { side: 'theirs', label: 'The other version', content: theirs },
            ]}
            chosen={chosen.get(key)}
            onChoose={(side) => setChosen(new Map(chosen).set(key, side))}
          />
        ))}
        {children}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button onClick={onLater}>{laterLabel ?? 'Decide later'}</Button>
        <Button tone="primary" disabled={!conflicts.every(({ key }) => chosen.has(key))} onClick={keep}>
          {confirmLabel ?? 'Keep my choice'}
        </Button>
      </chakra.div>
    </Modal>
  );
}
