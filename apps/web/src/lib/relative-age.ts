const units = [
  ['y', 365 * 86_400],
  ['m', 30 * 86_400],
  ['w', 7 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Age in the largest whole unit: `5 min ago`. Both times are epoch seconds; a future time gives `0 s ago`. */
export function relativeAge(createdAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor(now - createdAt));
  for (const [unit, length] of units) {
    if (seconds >= length) return `${String(Math.floor(seconds / length))} ${unit} ago`;
  }
  return '0 s ago';
}
