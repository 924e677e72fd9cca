interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * The index of the menu entry that a key moves to: arrow keys wrap around, Home and End go to the ends, a letter goes
 * to the next entry that begins with it.
 * @returns undefined when the key does not move the focus
 */
export function nextEntry(labels: readonly string[], at: number, press: Press): number | undefined {
  if (labels.length === 0 || press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const step = steps[press.key];
  if (step) return step(at, labels.length);
  if (press.key.length !== 1 || press.key === ' ') return undefined;
  const letter = press.key.toLowerCase();
  const order = labels.map((_label, index) => (at + 1 + index) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(letter));
}
