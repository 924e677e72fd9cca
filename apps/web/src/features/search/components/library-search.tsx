import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SearchBox } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearch } from '../model/search.slice.ts';
import { ShortcutsDialog } from '../../../components/ui/dialogs/shortcuts-dialog.tsx';
import { useShortcutsList } from '../../../components/ui/dialogs/shortcuts-list.ts';

const shortcutKeys = [
  { keys: ['/', 'Ctrl K', '⌘ K'], meaning: 'Search your webinars' },
  { keys: ['↑', '↓'], meaning: 'Move through the results' },
  { keys: ['Enter'], meaning: 'Search, or open the result' },
  { keys: ['Esc'], meaning: 'Close the results' },
  { keys: ['?'], meaning: 'Show this list' },
] as const;

/**
 * Tracks whether a mouse button or a finger is down. When leaving a field opens an overlay, the click that left the
 * field must reach its target before the overlay covers it.
 */
class PointerTracker {
  #isPressed = false;

  /** @returns a function that stops tracking */
  start(): () => void {
    const press = () => {
      this.#isPressed = true;
    };
    const release = () => {
      this.#isPressed = false;
    };
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }

  /**
   * Runs `work` when nothing is pressed and the click has been handled.
   * @returns a function that cancels it
   */
  runAfterRelease(work: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      // The click event follows the release in the same task of the event loop.
      timer = setTimeout(work);
    };
    if (this.#isPressed) {
      window.addEventListener('pointerup', run, { once: true });
      window.addEventListener('pointercancel', run, { once: true });
    } else run();
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerup', run);
      window.removeEventListener('pointercancel', run);
    };
  }
}

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
function SearchShortcuts({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [isListed, setListed] = useShortcutsList();

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
    return () => document.removeEventListener('keydown', press);
  }, [input, setListed]);

  if (!isListed) return null;
  return (
    <ShortcutsDialog
      title="Keyboard shortcuts"
      closeLabel="Close"
      keys={shortcutKeys}
      onClose={() => setListed(false)}
    />
  );
}

/**
 * Whether the results may be shown. When a click outside of the box started the search, that click is handled first.
 * If it opens a dialog or another page, the results are not shown.
 */
function useShown(isSearching: boolean, end: () => void): boolean {
  const [isShown, setShown] = useState(false);
  const [pointer] = useState(() => new PointerTracker());
  const show = useEffectEvent(() => {
    if (document.querySelector('[role=dialog]')) end();
    else setShown(true);
  });

  useEffect(() => pointer.start(), [pointer]);
  useEffect(() => {
    if (!isSearching) return;
    const cancel = pointer.runAfterRelease(() => show());
    return () => {
      cancel();
      setShown(false);
    };
  }, [isSearching, pointer]);

  return isSearching && isShown;
}

/** The library's search: the box in the header and the results dialog. */
export function LibrarySearch() {
  const { keyword, isSearching, type, start, end, leave, comeBack } = useSearch();
  const input = useRef<HTMLInputElement>(null);
  /** Whether the keyword changed since the last search. Leaving the box with the same keyword does not search again. */
  const isNew = useRef(false);
  const isShown = useShown(isSearching, end);
  const [isAnswered, setAnswered] = useState(false);
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const enterPage = useEffectEvent(() => isBack && comeBack(key));
  const leavePage = useEffectEvent(() => leave(key));

  useEffect(() => {
    enterPage();
    return () => void leavePage();
  }, []);

  const begin = () => {
    isNew.current = false;
    start();
  };
  const close = () => {
    end();
    input.current?.select();
  };

  return (
    <>
      <SearchShortcuts input={input} />
      <SearchBox
        input={input}
        keyword={keyword}
        isSearching={isSearching}
        isWaiting={isSearching && !isAnswered}
        onType={(text) => {
          isNew.current = true;
          type(text);
        }}
        onEnter={begin}
        onLeave={() => {
          if (isNew.current) begin();
        }}
      />
      {isShown ? (
        <SearchResults keyword={keyword.trim()} box={input} onAnswered={setAnswered} onClose={close} />
      ) : null}
    </>
  );
}
