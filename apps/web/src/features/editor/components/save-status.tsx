import { chakra } from '@chakra-ui/react';
import { Button } from '../../../components/ui/button.tsx';
import { useEditor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { SaveState } from '../model/chapter-edits.slice.ts';

/** The save state as a label beside the title of the list. */
export function SaveLabel({ state }: { state: SaveState }) {
  const label = { saving: strings.saving, saved: strings.saved, idle: '', unsaved: '', choosing: '' }[
    state.kind
  ];
  return (
    <chakra.span role="status" fontSize="sm" color={state.kind === 'saved' ? 'good' : 'ink.muted'}>
      <chakra.span key={label} animation="fade-in 150ms ease-out">
        {label}
      </chakra.span>
    </chakra.span>
  );
}

/** Shows why edits are not saved, with the actions of the user. Edits are never discarded automatically. */
export function SaveProblem({ state, onChoose }: { state: SaveState; onChoose: () => void }) {
  const { edits } = useEditor();
  if (state.kind !== 'unsaved' && state.kind !== 'choosing') return null;
  const isChoosing = state.kind === 'choosing';
  const { conflicts, orphans } = edits.shown.choice;
  const text = state.isRestored ? strings.notSavedYet(state.count) : strings.notSaved(state.count);
  return (
    <chakra.div
      role="alert"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      py="2"
      pl="3"
      borderLeft="2px solid"
      borderColor="caution"
      bg="caution.wash"
      fontSize="sm"
    >
      <chakra.p flex="1 1 220px" overflowWrap="anywhere">
        {isChoosing
          ? strings.toChoose(conflicts.length + orphans.length)
          : [text, state.msg].join(' ').trim()}
      </chakra.p>
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
            <Button
              size="small"
              tone="quiet"
              onClick={() => {
                edits.discard();
              }}
            >
              Discard
            </Button>
          ) : null}
        </>
      )}
    </chakra.div>
  );
}
