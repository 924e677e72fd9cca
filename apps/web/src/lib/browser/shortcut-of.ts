import { typingElements } from './key-presses.ts';

const shortcuts = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  j: 'far-back',
  l: 'far-forward',
  'Shift+ArrowLeft': 'previous-chapter',
  'Shift+ArrowRight': 'next-chapter',
  m: 'mute',
  c: 'captions',
  f: 'full-screen',
  '<': 'slower',
  '>': 'faster',
  i: 'cue-in',
  o: 'cue-out',
  'Shift+n': 'add-chapter',
  '/': 'search',
  '?': 'help',
} as const;

/** Up and down scroll the page, unless the player has the focus. */
const playerShortcuts = { ArrowUp: 'louder', ArrowDown: 'quieter' } as const;

export type Shortcut =
  (typeof shortcuts)[keyof typeof shortcuts] | (typeof playerShortcuts)[keyof typeof playerShortcuts];

function lookUp(keys: Readonly<Record<string, Shortcut>>, key: string): Shortcut | undefined {
  return keys[key];
}

/** The shortcuts that repeat while a key is held down. */
const repeated: readonly Shortcut[] = ['back', 'forward', 'far-back', 'far-forward', 'louder', 'quieter'];

/** Elements that handle some keys themselves. */
const owners: readonly { readonly of: string; readonly keys: readonly string[] }[] = [
  {
    of: 'button, a[href], summary, [role=button], [role=switch], input[type=checkbox], input[type=radio]',
    keys: [' '],
  },
  {
    of: 'input[type=range], input[type=radio], [role=separator], [role=slider], [role=menu], [role=tablist]',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  },
];

/** The player's time line moves by one percent of the video. The shortcut's three seconds are more useful. */
const timeLine = 'media-time-range';

function isOwned(key: string, path: readonly Element[]): boolean {
  if (key.startsWith('Arrow') && path.some((element) => element.matches(timeLine)))
    return key !== 'ArrowLeft' && key !== 'ArrowRight';
  return path.some((element) => {
    // The player's own controls list the keys that they handle.
    const { keysUsed } = element as { keysUsed?: unknown };
    if (Array.isArray(keysUsed) && keysUsed.includes(key)) return true;
    return owners.some(({ of, keys }) => keys.includes(key) && element.matches(of));
  });
}

/** The shortcut of a key press on a video page, also from within the player; undefined when there is none. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const path = event.composedPath().filter((node) => node instanceof Element);
  if (path.some((element) => element.matches(typingElements)) || isOwned(event.key, path)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shortcut =
    (event.shiftKey ? lookUp(shortcuts, `Shift+${key}`) : undefined) ??
    (event.shiftKey && key.startsWith('Arrow') ? undefined : lookUp(shortcuts, key)) ??
    (path.some((element) => element.matches('media-controller')) ? lookUp(playerShortcuts, key) : undefined);
  return event.repeat && shortcut && !repeated.includes(shortcut) ? undefined : shortcut;
}
