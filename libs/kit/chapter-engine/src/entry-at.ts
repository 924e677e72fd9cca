/**
 * The entry at an index that is known to be inside.
 *
 * @throws {RangeError} when it is not, which would be a mistake in the engine
 */
export const entryAt = <T extends object | string>(values: readonly T[], index: number): T => {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no entry ${index} of ${values.length}`);
  return value;
};
