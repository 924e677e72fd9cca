import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PointerTracker } from '../../lib/pointer-tracker.ts';
import { SearchBox } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';
import { SearchShortcuts } from './search-shortcuts.tsx';
import { useSearch } from './search.slice.ts';

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
    const cancel = pointer.runAfterRelease(() => {
      show();
    });
    return () => {
      cancel();
      setShown(false);
    };
  }, [isSearching, pointer]);

  return isSearching && isShown;
}

/** The library's search: the box in the header and the results dialog. */
export function LibrarySearch() {
  const { keyword, isSearching, type, start, end } = useSearch();
  const input = useRef<HTMLInputElement>(null);
  /** Whether the keyword changed since the last search. Leaving the box with the same keyword does not search again. */
  const isNew = useRef(false);
  const isShown = useShown(isSearching, end);
  const leavePage = useEffectEvent(end);

  useEffect(
    () => () => {
      leavePage();
    },
    [],
  );

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
        onType={(text) => {
          isNew.current = true;
          type(text);
        }}
        onEnter={begin}
        onLeave={() => {
          if (isNew.current) begin();
        }}
      />
      {isShown ? <SearchResults keyword={keyword.trim()} box={input} onClose={close} /> : null}
    </>
  );
}
