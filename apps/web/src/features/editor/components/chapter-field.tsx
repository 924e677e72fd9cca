import type { ComponentProps } from 'react';
import { InlineText } from '../../../components/ui/inline-text.tsx';
import type { EditTarget } from '../model/chapter-fields.ts';
import { useEditor, useFieldState } from '../model/editor-context.ts';
import { FieldFrame } from './field-frame.tsx';

interface ChapterFieldProps extends Omit<
  ComponentProps<typeof InlineText>,
  'onSave' | 'onTyping' | 'onCancel' | 'isUnsaved' | 'unsavedHint'
> {
  target: EditTarget;
}

/** One text of a chapter, edited in place. Edits show at once, are saved automatically and survive a reload. */
export function ChapterField({ target, ...text }: ChapterFieldProps) {
  const { edits } = useEditor();
  const state = useFieldState(target);
  return (
    <FieldFrame state={state}>
      <InlineText
        {...text}
        isUnsaved={state === 'unsaved'}
        unsavedHint="Not saved yet. Escape restores the saved text."
        onTyping={(typed) => edits.type(target, typed)}
        onCancel={() => {
          if (state === 'unsaved') edits.revert(target);
        }}
        onSave={(typed) => {
          edits.commit(target, typed);
          // The state of the field shows whether the server has the text.
          return Promise.resolve(true);
        }}
      />
    </FieldFrame>
  );
}
