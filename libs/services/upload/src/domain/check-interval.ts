const secondMs = 1_000;
const quickForMs = 15 * 60 * secondMs;
const slowMs = 30 * secondMs;

/** When the host is asked next about a video that is being worked on: often at first, then patiently. */
export function nextCheck(state: string, createdAt: Date, now: Date): Date | undefined {
  if (state === 'ready' || state === 'failed' || state === 'chaptering') return undefined;
  const age = now.getTime() - createdAt.getTime();
  // Webhooks bring the news; asking is for percents, and for what a lost webhook would have said.
  const wait = state === 'uploading' ? slowMs : age < quickForMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}
