const minuteMs = 60_000;

/** A session of staff ends then, whatever is done in it. */
export const sessionMs = 8 * 60 * minuteMs;
/** A session in which nothing is done for so long ends. */
export const idleMs = 30 * minuteMs;
/** When a session was last used is stored no more often. */
export const seenEveryMs = minuteMs;

/** When a session began and was last used. */
export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Whether a session has ended by its age, or because nobody used it. */
export function isOver({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return elapsed(createdAt, now) >= sessionMs || elapsed(lastSeenAt, now) >= idleMs;
}

/** Whether it is time to store again that a session is used. */
export function isWorthNoting(lastSeenAt: Date, now: Date): boolean {
  return elapsed(lastSeenAt, now) >= seenEveryMs;
}

function elapsed(since: Date, now: Date): number {
  return now.getTime() - since.getTime();
}
