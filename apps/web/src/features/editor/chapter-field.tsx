import type { ComponentProps } from 'react';
import { InlineText } from '../../components/inline-text.tsx';
import type { Place } from './chapter-fields.ts';
import { useEditor, useFieldState } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';
import { FieldFrame } from './field-frame.tsx';

interface ChapterFieldProps extends Omit<
  ComponentProps<typeof InlineText>,
  'onSave' | 'onTyping' | 'onCancel' | 'isUnsaved' | 'unsavedHint'
> {
  place: Place;
}

/** One text of a chapter, edited where it stands: shown at once, saved by itself, never lost. */
export function ChapterField({ place, ...text }: ChapterFieldProps) {
  const { edits } = useEditor();
  const state = useFieldState(place);
  return (
    <FieldFrame state={state}>
      <InlineText
        {...text}
        isUnsaved={state === 'unsaved'}
        unsavedHint={words.fieldUnsaved}
        onTyping={(typed) => {
          edits.type(place, typed);
        }}
        onCancel={() => {
          if (edits.stateOf(place) === 'unsaved') edits.takeBack(place);
        }}
        onSave={(written) => {
          edits.commit(place, written);
          // Whether the server has it is told by the state of the field.
          return Promise.resolve(true);
        }}
      />
    </FieldFrame>
  );
}
