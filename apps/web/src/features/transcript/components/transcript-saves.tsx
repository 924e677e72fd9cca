import { useState } from 'react';
import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { UnsavedNote } from '../../../components/ui/save-status.tsx';
import { useAppSelector } from '../../../store/hooks.ts';
import { selectSaveState } from '../model/transcript-edits.slice.ts';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx';
import { formatDuration, formatTenths } from '../../../lib/format/format-duration.ts';
import type { LineConflict } from '../model/line-changes.ts';

/** Shows why changes are not saved, with the actions of the user. A conflict opens its dialog. */
export function TranscriptSaves() {
  const edits = useTranscriptEdits();
  const { kind, count, msg, isRestored } = useAppSelector((state) => selectSaveState(state, edits.key));
  const conflicts = useTranscriptState((state) => state.conflicts);
  /** The conflicts whose choice was postponed. */
  const [postponed, setPostponed] = useState<typeof conflicts>();
  const isAsking = kind === 'choosing' && conflicts !== postponed;
  const text = isRestored ? strings.notSavedYet(count) : strings.notSaved(count);
  return (
    <>
      <UnsavedNote
        kind={kind}
        text={kind === 'choosing' ? strings.toChoose(conflicts.length) : `${text} ${msg}`.trim()}
        isRestored={isRestored}
        onChoose={() => setPostponed(undefined)}
        onSave={() => void edits.flush()}
        onDiscard={() => edits.discard()}
      />
      {isAsking ? (
        <TranscriptConflicts
          conflicts={conflicts}
          onChosen={(mine) => edits.choose(mine)}
          onLater={() => setPostponed(conflicts)}
        />
      ) : null}
    </>
  );
}

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
