/** Elements where keys type text or belong to a dialog. */
export const typingElements =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=dialog]';

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Undo or redo by the usual keys; undefined for others. */
export function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Press): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : undefined;
}
