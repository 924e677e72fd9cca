import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import type { Ref } from 'react';
import type { Draft } from './use-draft.ts';
import { Button } from '../button.tsx';

interface EditButtonsProps {
  draft: Omit<Draft<unknown>, 'shown' | 'change'>;
  /** Whether the current text may be saved. */
  canSave: boolean;
  editRef: Ref<HTMLButtonElement>;
}

/** An Edit button, replaced by Cancel and Save while editing. */
export function EditButtons({ draft, canSave, editRef }: EditButtonsProps) {
  const { isEditing, isSaving } = draft;
  return (
    <chakra.div display="flex" justifyContent="flex-end" gap="2" flexShrink={0}>
      {isEditing ? (
        <>
          <Button size="small" tone="quiet" disabled={isSaving} onClick={draft.cancel}>
            Cancel
          </Button>
          <Button
            isBusy={isSaving}
            size="small"
            tone="primary"
            disabled={isSaving || !canSave}
            onClick={draft.save}
          >
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </>
      ) : (
        <Button icon={Pencil} ref={editRef} size="small" onClick={draft.startEditing}>
          Edit
        </Button>
      )}
    </chakra.div>
  );
}
