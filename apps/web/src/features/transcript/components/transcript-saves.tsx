import { useState } from 'react';
import { UnsavedNote } from '../../../components/ui/save-status.tsx';
import { useAppSelector } from '../../../store/hooks.ts';
import { selectSaveState } from '../model/transcript-edits.slice.ts';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { TranscriptConflicts } from './transcript-conflicts.tsx';

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
