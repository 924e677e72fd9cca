/**
 * The entry at an index that must exist.
 *
 * @throws {RangeError} when it does not exist, which is a bug of the engine
 */
export const entryAt = <T extends object | string>(values: readonly T[], index: number): T => {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no entry ${index} of ${values.length}`);
  return value;
};
