import { useState } from 'react';
import type { KeyboardEvent } from 'react';

/** Where a key leads among rows, or undefined when it is not about rows. `current` is -1 while none is chosen. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  if (key === 'ArrowDown') return Math.min(last, current + 1);
  if (key === 'ArrowUp') return Math.max(0, current - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

/** Which of some rows the keyboard is at, -1 before the first key, and the keys that move it. */
export function useRowKeys(count: number) {
  const [current, setCurrent] = useState(-1);

  const press = (event: KeyboardEvent) => {
    const next = nextRow(event.key, current, count);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(next);
  };

  return { current, press, setCurrent };
}
