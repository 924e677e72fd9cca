import { chakra } from '@chakra-ui/react';
import { Button } from './button.tsx';

/** `choosing`: nothing is saved until the user has chosen between two versions. */
export type SaveKind = 'idle' | 'saving' | 'saved' | 'unsaved' | 'choosing';

/** The words for a save state; states with a message of their own have none. */
export const saveWords: Readonly<Record<SaveKind, string>> = {
  saving: 'Saving…',
  saved: 'Saved',
  idle: '',
  unsaved: '',
  choosing: '',
};

/** The save state as a label. It is announced. */
export function SaveLabel({ kind }: { kind: SaveKind }) {
  return (
    <chakra.span role="status" fontSize="sm" color={kind === 'saved' ? 'good' : 'ink.muted'}>
      <chakra.span key={kind} animation="fade-in 150ms ease-out">
        {saveWords[kind]}
      </chakra.span>
    </chakra.span>
  );
}

interface UnsavedNoteProps {
  kind: SaveKind;
  /** Why nothing is saved, as a sentence. */
  text: string;
  /** Whether the edits come from an earlier visit. */
  isRestored: boolean;
  onChoose: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

/** Why edits are not saved, with the actions of the user. Edits are never discarded automatically. */
export function UnsavedNote({ kind, text, isRestored, onChoose, onSave, onDiscard }: UnsavedNoteProps) {
  if (kind !== 'unsaved' && kind !== 'choosing') return null;
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
        {text}
      </chakra.p>
      <Button size="small" onClick={kind === 'choosing' ? onChoose : onSave}>
        {kind === 'choosing' ? 'Choose' : isRestored ? 'Save now' : 'Try again'}
      </Button>
      {isRestored ? (
        <Button size="small" tone="quiet" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
    </chakra.div>
  );
}
