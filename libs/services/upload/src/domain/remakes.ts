import { resetSentence, utcDayOf } from '@vault/contracts';

/** How often the host was asked on a day to work on one video again. */
export interface Remakes {
  /** The first instant of the day, in UTC. */
  readonly day: Date;
  readonly count: number;
}

/** Enough to try languages and sounds; each may cost the hours of a recording at the speech server. */
export const maxRemakesPerDay = 5;

/** Why the host is not asked again today, as a sentence; undefined when it may be. */
export function remakeProblem(remakes: Remakes | undefined, now: Date): string | undefined {
  if (afterRemake(remakes, now).count <= maxRemakesPerDay) return undefined;
  return `This video has reached the daily limit of ${String(maxRemakesPerDay)} new captions or other tracks. ${resetSentence(now)}`;
}

/** Counts one more. */
export function afterRemake(remakes: Remakes | undefined, now: Date): Remakes {
  const day = utcDayOf(now);
  return { day, count: remakes?.day.getTime() === day.getTime() ? remakes.count + 1 : 1 };
}
