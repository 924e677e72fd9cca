/**
 * Makes the time of day of this process wrong, for tests: by `CLOCK_AHEAD_SECONDS` when it is imported, or by a call. Timers and
 * `performance.now()` stay right.
 */
const RightDate = globalThis.Date;

/**
 * Takes effect at once. The dates themselves are usual ones, as drivers of databases expect.
 * @param {number} seconds how far it is ahead, negative when it is behind; 0 makes it right again
 */
export function setTimeOfDayAhead(seconds) {
  const now = () => RightDate.now() + 1_000 * seconds;
  const wrong = new Proxy(RightDate, {
    construct: (date, args) => Reflect.construct(date, args.length === 0 ? [now()] : args),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  globalThis.Date = seconds === 0 ? RightDate : wrong;
}

setTimeOfDayAhead(Number(process.env.CLOCK_AHEAD_SECONDS ?? 0));
