import type { ComponentProps, ReactNode } from 'react';
import { chakra } from '@chakra-ui/react';
import { InlineText } from '../../../components/ui/inline-text.tsx';
import type { EditTarget } from '../model/chapter-fields.ts';
import { useEditor, useFieldState } from '../model/editor-context.ts';
import type { FieldState } from '../model/chapter-edits.slice.ts';
import { saveWords } from '../../../components/ui/save-status.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

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
  const may = useMay();
  return (
    <FieldFrame state={state}>
      <InlineText
        {...text}
        isFixed={!may('library.edit')}
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

/** A field with its save state at the corner. Hidden from screen readers: the head of the list announces the state. */
export function FieldFrame({ state, children }: { state: FieldState; children: ReactNode }) {
  const label = saveWords[state];
  return (
    <chakra.div position="relative" minWidth="0">
      {children}
      {label ? (
        <chakra.span
          aria-hidden
          data-saved={state === 'saved' || undefined}
          position="absolute"
          right="-4px"
          top="-14px"
          px="1"
          borderRadius="sm"
          bg="canvas"
          fontSize="xs"
          color="ink.muted"
          pointerEvents="none"
          // A save that takes less than 350 ms shows no label.
          animation="fade-in 150ms ease-out 350ms both"
          css={{ '&[data-saved]': { color: 'good', animationDelay: '0ms' } }}
        >
          {label}
        </chakra.span>
      ) : null}
    </chakra.div>
  );
}
