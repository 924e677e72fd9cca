/** The end of the year 9999, in epoch seconds: ISO dates have four-digit years. */
export const latestTime = 253_402_300_799;

const dayMs = 24 * 60 * 60 * 1_000;
const minuteMs = 60 * 1_000;

/** The day for which limits count: its first instant, in UTC. */
export function utcDayOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

/** When a limit of today ends, as a sentence for the person. */
export function resetSentence(now: Date): string {
  const minutes = Math.ceil((utcDayOf(now).getTime() + dayMs - now.getTime()) / minuteMs);
  const wait = [Math.floor(minutes / 60), minutes % 60]
    .map((count, index) => (count > 0 ? `${String(count)} ${index === 0 ? 'h' : 'min'}` : ''))
    .filter(Boolean);
  return `The limit resets at 00:00 UTC, in ${wait.join(' ')}.`;
}
