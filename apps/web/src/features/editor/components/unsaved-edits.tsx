import { UnsavedNote } from '../../../components/ui/save-status.tsx';
import { useEditor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { SaveState } from '../model/chapter-edits.slice.ts';

/** Shows why edits of chapters are not saved. */
export function UnsavedEdits({ state, onChoose }: { state: SaveState; onChoose: () => void }) {
  const { edits } = useEditor();
  const { kind, count, msg, isRestored } = state;
  const { conflicts, orphans } = edits.shown.choice;
  const text = isRestored ? strings.notSavedYet(count) : strings.notSaved(count);
  return (
    <UnsavedNote
      kind={kind}
      text={
        kind === 'choosing' ? strings.toChoose(conflicts.length + orphans.length) : `${text} ${msg}`.trim()
      }
      isRestored={isRestored}
      onChoose={onChoose}
      onSave={() => void edits.flush()}
      onDiscard={() => edits.discard()}
    />
  );
}
