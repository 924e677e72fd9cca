import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PressWatch } from '../../lib/press-watch.ts';
import { SearchBox } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';
import { SearchShortcuts } from './search-shortcuts.tsx';
import { useSearch } from './search.slice.ts';

/**
 * Whether the results may be shown. A search that began with a click elsewhere lets that click have its effect first;
 * if the effect is a question of its own, or another page, there is nothing to show.
 */
function useShown(isSearching: boolean, end: () => void): boolean {
  const [isShown, setShown] = useState(false);
  const [presses] = useState(() => new PressWatch());
  const show = useEffectEvent(() => {
    if (document.querySelector('dialog[open]')) end();
    else setShown(true);
  });

  useEffect(() => presses.start(), [presses]);
  useEffect(() => {
    if (!isSearching) return;
    const callOff = presses.afterwards(() => {
      show();
    });
    return () => {
      callOff();
      setShown(false);
    };
  }, [isSearching, presses]);

  return isSearching && isShown;
}

/** The library's search: the box in the header, and the results over the page. */
export function LibrarySearch() {
  const { keyword, isSearching, type, start, end } = useSearch();
  const input = useRef<HTMLInputElement>(null);
  /** Whether the keyword was typed since it was last searched for: results just closed do not come back by leaving. */
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
