import type { KeyboardEvent } from 'react';
import { stepOf } from '../../../lib/browser/key-presses.ts';

/** What the user can do with the line that is edited. */
export type LineCommand =
  | 'next'
  | 'previous'
  | 'done'
  | 'cancel'
  | 'split'
  | 'join-previous'
  | 'join-next'
  | 'play'
  | 'restore'
  | 'undo'
  | 'redo';

type Press = Pick<
  KeyboardEvent<HTMLTextAreaElement>,
  'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
> & {
  readonly currentTarget: HTMLTextAreaElement;
  readonly nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing'>;
};

/**
 * The command of a key press in the field of a line; undefined when the key types.
 *
 * @param isTyped whether the field has a typed change, which the field itself undoes
 */
export function commandOf(event: Press, isTyped: boolean): LineCommand | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: field, nativeEvent } = event;
  if (nativeEvent.isComposing) return undefined;
  const step = stepOf(event);
  if (step) return isTyped ? undefined : step;
  const isControl = ctrlKey || metaKey;
  if (altKey) return undefined;
  if (key === 'Enter') {
    if (isControl) return 'split';
    return shiftKey ? 'previous' : 'next';
  }
  if (isControl) return undefined;
  if (key === 'Escape') return 'cancel';
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd || shiftKey) return undefined;
  if (key === 'Backspace' && selectionStart === 0) return 'join-previous';
  return key === 'Delete' && selectionEnd === value.length ? 'join-next' : undefined;
}
