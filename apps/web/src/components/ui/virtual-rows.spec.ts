import type { Virtualizer } from '@tanstack/react-virtual';
import { heightOfRow } from './virtual-rows.tsx';

describe(heightOfRow, () => {
  const list = {
    options: { horizontal: false },
    indexFromElement: () => 1,
    measurementsCache: [{ size: 20 }, { size: 44 }],
  } as unknown as Virtualizer<Element, Element>;
  const measured = (blockSize: number) =>
    ({ borderBoxSize: [{ blockSize, inlineSize: 300 }] }) as unknown as ResizeObserverEntry;

  it('is that of the row, and the one before while the list is hidden', () => {
    const row = document.createElement('li');
    expect(heightOfRow(row, measured(61.4), list)).toBe(61);
    expect(heightOfRow(row, measured(0), list)).toBe(44);
  });
});
