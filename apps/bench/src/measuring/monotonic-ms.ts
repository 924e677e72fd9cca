const nanosecondsAMs = 1e6;

/** A clock that all processes of this machine share and nobody sets. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / nanosecondsAMs;
}
