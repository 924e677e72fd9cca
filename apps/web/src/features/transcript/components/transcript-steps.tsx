import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';

/** Undo and redo of the changes since the page was opened; shown when there are any. */
export function TranscriptSteps() {
  const edits = useTranscriptEdits();
  const [canUndo, canRedo] = [
    useTranscriptState(({ undo }) => undo.length > 0),
    useTranscriptState(({ redo }) => redo.length > 0),
  ];
  if (!canUndo && !canRedo) return null;
  const step = (from: 'undo' | 'redo', done: string) => () => {
    edits.announce(edits.step(from) ? done : 'Somebody else has changed these lines: nothing to undo.');
  };
  return (
    <>
      <IconButton
        label="Undo (Ctrl+Z)"
        icon={Undo2}
        aria-disabled={!canUndo}
        onClick={step('undo', 'Undone.')}
      />
      <IconButton
        label="Redo (Ctrl+Shift+Z)"
        icon={Redo2}
        aria-disabled={!canRedo}
        onClick={step('redo', 'Redone.')}
      />
    </>
  );
}
