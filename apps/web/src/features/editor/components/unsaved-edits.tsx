import { Button } from '../../../components/ui/button.tsx';
import { SaveProblem } from '../../../components/ui/save-status.tsx';
import { useEditor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { SaveState } from '../model/chapter-edits.slice.ts';

/** Shows why edits are not saved, with the actions of the user. Edits are never discarded automatically. */
export function UnsavedEdits({ state, onChoose }: { state: SaveState; onChoose: () => void }) {
  const { edits } = useEditor();
  if (state.kind !== 'unsaved' && state.kind !== 'choosing') return null;
  const isChoosing = state.kind === 'choosing';
  const { conflicts, orphans } = edits.shown.choice;
  const text = state.isRestored ? strings.notSavedYet(state.count) : strings.notSaved(state.count);
  return (
    <SaveProblem
      text={
        isChoosing ? strings.toChoose(conflicts.length + orphans.length) : [text, state.msg].join(' ').trim()
      }
    >
      {isChoosing ? (
        <Button size="small" onClick={onChoose}>
          Choose
        </Button>
      ) : (
        <>
          <Button size="small" onClick={() => void edits.flush()}>
            {state.isRestored ? 'Save now' : 'Try again'}
          </Button>
          {state.isRestored ? (
            <Button size="small" tone="quiet" onClick={() => edits.discard()}>
              Discard
            </Button>
          ) : null}
        </>
      )}
    </SaveProblem>
  );
}
