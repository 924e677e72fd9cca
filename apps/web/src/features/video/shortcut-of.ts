export type Shortcut = 'toggle' | 'back' | 'forward' | 'previous-chapter' | 'next-chapter' | 'help';

const shortcuts: Readonly<Record<string, Shortcut>> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  '[': 'previous-chapter',
  ']': 'next-chapter',
  '?': 'help',
};

/** Elements that have a use of their own for a key: fields for all of them, controls for some. */
const fields = 'input, textarea, select, [contenteditable], dialog, mux-player';
const controls = 'button, a, [role=separator]';

/** What a key press on the page means, if anything. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(fields)) return undefined;
  const isControlKey = event.key === ' ' || event.key.startsWith('Arrow');
  if (isControlKey && target?.closest(controls)) return undefined;
  return shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
