/** Whether `npm run test:all` runs the specs. */
export const isFullRun = process.env.TEST_FULL === '1';

/** Further cases of a table: `npm test` leaves them out, and checks one or two cases of each kind. */
export function inFullRun<const T>(cases: readonly T[]): readonly T[] {
  return isFullRun ? cases : [];
}
