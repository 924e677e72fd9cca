import type { KeyboardEvent } from 'react';

/** Up and down, on a control that every row has, go to the same control of the next row. */
export function stepBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const control = (event.target as Element).closest<HTMLElement>('[data-control]');
  if (!step || !control || event.defaultPrevented) return;
  const rows = [...event.currentTarget.children];
  const index = rows.findIndex((row) => row.contains(control));
  const next = rows[index + step]?.querySelector<HTMLElement>(
    `[data-control="${control.dataset['control'] ?? ''}"]`,
  );
  const target = next instanceof HTMLButtonElement ? next : next?.querySelector('button');
  if (!target) return;
  event.preventDefault();
  target.focus();
}
