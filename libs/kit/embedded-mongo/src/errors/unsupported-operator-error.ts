/** The embedded driver does not do what was asked, and says so instead of giving a wrong answer. */
export class UnsupportedOperatorError extends Error {
  /** The operator, stage, option or method that was asked for, as the caller wrote it. */
  readonly operator: string;

  constructor(operator: string, detail?: string) {
    super(`The embedded store does not support ${operator}${detail === undefined ? '' : `: ${detail}`}`);
    this.name = 'UnsupportedOperatorError';
    this.operator = operator;
  }
}

/** Gives a class the methods that only the mongodb driver's class has: they refuse by name instead of being undefined. */
export function refuseOtherMethods(
  { prototype }: { prototype: object },
  ...driver: { prototype: object }[]
): void {
  for (const name of driver.flatMap((theirs) => Object.getOwnPropertyNames(theirs.prototype))) {
    if (name in prototype) continue;
    const value = (): never => {
      throw new UnsupportedOperatorError(name);
    };
    Object.defineProperty(prototype, name, { value });
  }
}
