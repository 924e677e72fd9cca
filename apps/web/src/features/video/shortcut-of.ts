export type Shortcut =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'far-back'
  | 'far-forward'
  | 'previous-chapter'
  | 'next-chapter'
  | 'mute'
  | 'louder'
  | 'quieter'
  | 'captions'
  | 'full-screen'
  | 'slower'
  | 'faster'
  | 'cue-in'
  | 'cue-out'
  | 'search'
  | 'help';

const shortcuts: Readonly<Record<string, Shortcut>> = {
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
  '/': 'search',
  '?': 'help',
};

/** Up and down scroll the page, unless somebody is in the player. */
const playerShortcuts: Readonly<Record<string, Shortcut>> = { ArrowUp: 'louder', ArrowDown: 'quieter' };

/** What goes on while a key is held down; of the others one press is one time. */
const repeated: readonly Shortcut[] = ['back', 'forward', 'far-back', 'far-forward', 'louder', 'quieter'];

/** Where keys are text, or somebody else's. */
const fields =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), dialog';

/** What has a use of its own for some keys. */
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

/** The player's time line goes by a hundredth of the video; by the seconds of the arrow keys it is of more use. */
const timeLine = 'media-time-range';

function isOwned(key: string, path: readonly Element[]): boolean {
  if (key.startsWith('Arrow') && path.some((element) => element.matches(timeLine)))
    return key !== 'ArrowLeft' && key !== 'ArrowRight';
  return path.some((element) => {
    // The player's own controls say which keys they use.
    const { keysUsed } = element as { keysUsed?: unknown };
    if (Array.isArray(keysUsed) && keysUsed.includes(key)) return true;
    return owners.some(({ of, keys }) => keys.includes(key) && element.matches(of));
  });
}

/** What a key press on the page of a video means, if anything; also when it comes out of the player. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const path = event.composedPath().filter((place) => place instanceof Element);
  if (path.some((element) => element.matches(fields)) || isOwned(event.key, path)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shortcut =
    shortcuts[event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key] ??
    (path.some((element) => element.matches('mux-player')) ? playerShortcuts[key] : undefined);
  return event.repeat && shortcut && !repeated.includes(shortcut) ? undefined : shortcut;
}
