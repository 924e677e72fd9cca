import { useEffect, useEffectEvent } from 'react';
import { typingElements } from './key-presses.ts';

/** Longer than this after the first key, the second one does not belong to it. */
const togetherMs = 1_500;
/** Elements where letters type or move the focus, beside {@link typingElements}. */
const letterElements = '[role=menu], [role=listbox]';

/** Does work when two letters are pressed one after the other, outside of fields, menus and dialogs. */
export function useKeySequence([first, second]: readonly [string, string], work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    let beganAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isElsewhere =
        event.target instanceof Element && event.target.closest(`${typingElements}, ${letterElements}`);
      const key = isPlain && !isElsewhere ? event.key.toLowerCase() : '';
      if (key === second && event.timeStamp - beganAt <= togetherMs) {
        event.preventDefault();
        run();
      }
      beganAt = key === first ? event.timeStamp : -Infinity;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [first, second]);
}
