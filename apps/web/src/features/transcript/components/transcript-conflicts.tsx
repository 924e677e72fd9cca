import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx';
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
  return (
    <ConflictDialog
      note="Someone else, or another tab of yours, changed these lines after you opened them. Choose which words to keep."
      conflicts={conflicts.map(({ before, after, theirs }, at) => ({
        key: String(at),
        field: `Words at ${formatDuration(before[0]?.start ?? 0)}`,
        mine: <Words lines={after} />,
        theirs: <Words lines={theirs} />,
      }))}
      onChosen={(mine) => onChosen(conflicts.filter((_, at) => mine.has(String(at))))}
      onLater={onLater}
    />
  );
}
