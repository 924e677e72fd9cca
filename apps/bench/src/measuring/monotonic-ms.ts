const nanosecondsPerMs = 1e6;

/** Milliseconds of the monotonic clock, which all processes of this machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / nanosecondsPerMs;
}
