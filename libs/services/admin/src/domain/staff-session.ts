const minuteMs = 60_000;

/** The maximum age of a staff session. */
export const sessionMs = 8 * 60 * minuteMs;
/** A session without a call for this long ends. */
export const idleMs = 30 * minuteMs;
/** `lastSeenAt` is stored at most this often. */
export const storeLastSeenEveryMs = minuteMs;

/** When a session was created and last used. */
export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Whether a session has ended by its age, or because it was idle. */
export function hasEnded({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return elapsed(createdAt, now) >= sessionMs || elapsed(lastSeenAt, now) >= idleMs;
}

/** Whether `lastSeenAt` is due to be stored again. */
export function shouldStoreLastSeen(lastSeenAt: Date, now: Date): boolean {
  return elapsed(lastSeenAt, now) >= storeLastSeenEveryMs;
}

function elapsed(since: Date, now: Date): number {
  return now.getTime() - since.getTime();
}
