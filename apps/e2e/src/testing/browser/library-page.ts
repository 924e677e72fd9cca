// Functions that run inside the library page. Each must be self-contained, because it is sent there as text.

interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

declare const window: { shift?: number };
declare class PerformanceObserver {
  constructor(callback: (list: { getEntries(): unknown[] }) => void);
  observe(what: { type: string; buffered: boolean }): void;
}

/** Sums up the layout shifts that no user input causes, from now on. */
export function observeShifts(): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput) window.shift = (window.shift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The sum of {@link observeShifts}. */
export function totalShift(): number {
  return window.shift ?? 0;
}

/** Chooses a file of `bytes` zeros in a file input; -1 means a file that is too large. */
export function chooseFile(input: unknown, { bytes, name }: { bytes: number; name: string }): void {
  const part = new Uint8Array(1_024);
  const file = new File(
    bytes > 1_024 ? Array.from({ length: bytes / 1_024 }, () => part) : [part.slice(0, Math.max(1, bytes))],
    name,
    { type: name.endsWith('.txt') ? 'text/plain' : 'video/mp4' },
  );
  const chosen = bytes === 0 ? new File([], name, { type: 'video/mp4' }) : file;
  if (bytes === -1) Object.defineProperty(chosen, 'size', { value: 2 ** 50 });
  const element = input as { dispatchEvent(event: Event): void };
  Object.defineProperty(element, 'files', { value: [chosen], configurable: true });
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
