/** A time in the format of the API: whole seconds since the epoch. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
