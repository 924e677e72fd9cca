import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { VersionChoice } from '../../../components/ui/fields/version-choice.tsx';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { formatDuration, formatTenths } from '../../../lib/format/format-time.ts';
import type { LineConflict } from '../model/line-changes.ts';

function Words({ lines }: { lines: readonly Cue[] }) {
  if (lines.length === 0) return <chakra.span color="ink.faint">Removed</chakra.span>;
  return lines.map((line) => (
    <chakra.span key={line.start} display="block" mb="1">
      <chakra.span display="block" fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums">
        {`${formatTenths(line.start)} – ${formatTenths(line.end)}`}
      </chakra.span>
      <chakra.span dir="auto" whiteSpace="pre-wrap">
        {line.speaker === undefined ? null : (
          <chakra.span fontWeight="strong">{`${line.speaker}: `}</chakra.span>
        )}
        {line.text}
      </chakra.span>
    </chakra.span>
  ));
}

interface TranscriptConflictsProps {
  conflicts: readonly LineConflict[];
  /** Called when a side was chosen for each line, with those of the own words. */
  onChosen: (mine: readonly LineConflict[]) => void;
  /** Called when the user postpones the choice. */
  onLater: () => void;
}

/** Shows both versions of each line that two people have changed, and asks which one to keep. */
export function TranscriptConflicts({ conflicts, onChosen, onLater }: TranscriptConflictsProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Side>>(new Map());
  return (
    <Modal title="Changed in two places" size="medium" isReadFirst onCancel={onLater}>
      <chakra.div display="grid" gap="5">
        <MutedText mt="-4">
          Someone else, or another tab of yours, changed these lines after you opened them. Choose which words
          to keep.
        </MutedText>
        {conflicts.map((conflict, at) => (
          <VersionChoice
            key={at}
            field={`Words at ${formatDuration(conflict.before[0]?.start ?? 0)}`}
            versions={[
              { side: 'mine', label: 'Yours', content: <Words lines={conflict.after} /> },
              { side: 'theirs', label: 'The other version', content: <Words lines={conflict.theirs} /> },
            ]}
            chosen={chosen.get(at)}
            onChoose={(side) => setChosen(new Map(chosen).set(at, side))}
          />
        ))}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button onClick={onLater}>Decide later</Button>
        <Button
          tone="primary"
          disabled={chosen.size < conflicts.length}
          onClick={() => onChosen(conflicts.filter((_, at) => chosen.get(at) === 'mine'))}
        >
          Keep my choice
        </Button>
      </chakra.div>
    </Modal>
  );
}
