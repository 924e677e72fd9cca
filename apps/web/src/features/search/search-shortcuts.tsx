import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { ShortcutsDialog } from '../../components/shortcuts-dialog.tsx';
import { searchStrings as words } from './search.strings.ts';

type Shortcut = 'search' | 'help';

/** Elements where keys type text. */
const fields = 'input, textarea, select, [contenteditable]';

function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.altKey || document.querySelector('[role=dialog]')) return undefined;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) return event.key.toLowerCase() === 'k' ? 'search' : undefined;
  if (event.target instanceof Element && event.target.closest(fields)) return undefined;
  if (event.key === '/') return 'search';
  return event.key === '?' ? 'help' : undefined;
}

/** The keyboard shortcuts of the library; `?` lists them. */
export function SearchShortcuts({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [isListed, setListed] = useState(false);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut === 'help') setListed(true);
      else {
        input.current?.focus();
        input.current?.select();
      }
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [input]);

  if (!isListed) return null;
  return (
    <ShortcutsDialog
      title={words.shortcuts}
      closeLabel={words.closeShortcuts}
      keys={words.keys}
      onClose={() => {
        setListed(false);
      }}
    />
  );
}
