import { useState } from 'react';
import type { KeyboardEvent } from 'react';

/** The row that a key moves to; undefined for other keys. `current` is -1 while no row is chosen. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  if (key === 'ArrowDown') return Math.min(last, current + 1);
  if (key === 'ArrowUp') return Math.max(0, current - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

/** The row with the focus, -1 before the first key, and the handler of the keys that move it. */
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
