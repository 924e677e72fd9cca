const dayMs = 24 * 60 * 60 * 1_000;
const minuteMs = 60 * 1_000;

/** The day for which calls of a language model are counted: its first instant, in UTC. */
export function modelDayOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

/** Why the language model is not called again today, for the person who requested a generation. */
export function dailyLimitMessage(now: Date): string {
  const minutes = Math.ceil((modelDayOf(now).getTime() + dayMs - now.getTime()) / minuteMs);
  const wait = [Math.floor(minutes / 60), minutes % 60]
    .map((count, index) => (count > 0 ? `${String(count)} ${index === 0 ? 'h' : 'min'}` : ''))
    .filter(Boolean);
  return (
    'Your account has reached the daily limit of the language model. ' +
    `The limit resets at 00:00 UTC, in ${wait.join(' ')}. No tokens were charged.`
  );
}
