import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import type { Ref } from 'react';
import type { Draft } from '../lib/use-draft.ts';
import { Button } from './button.tsx';

/** Labels of the buttons. */
export interface EditWords {
  readonly edit: string;
  readonly save: string;
  readonly saving: string;
  readonly cancel: string;
}

interface EditButtonsProps {
  draft: Omit<Draft<unknown>, 'shown' | 'change'>;
  words: EditWords;
  /** Whether the current text may be saved. */
  canSave: boolean;
  editRef: Ref<HTMLButtonElement>;
}

/** An Edit button, replaced by Cancel and Save while editing. */
export function EditButtons({ draft, words, canSave, editRef }: EditButtonsProps) {
  const { isEditing, isSaving } = draft;
  return (
    <chakra.div display="flex" justifyContent="flex-end" gap="2" flexShrink={0}>
      {isEditing ? (
        <>
          <Button size="small" tone="quiet" disabled={isSaving} onClick={draft.cancel}>
            {words.cancel}
          </Button>
          <Button
            isBusy={isSaving}
            size="small"
            tone="primary"
            disabled={isSaving || !canSave}
            onClick={draft.save}
          >
            {isSaving ? words.saving : words.save}
          </Button>
        </>
      ) : (
        <Button icon={Pencil} ref={editRef} size="small" onClick={draft.edit}>
          {words.edit}
        </Button>
      )}
    </chakra.div>
  );
}
