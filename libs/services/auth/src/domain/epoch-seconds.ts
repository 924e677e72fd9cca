/** A time as others are told it, in whole seconds. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
