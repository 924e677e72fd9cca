/** Thrown for what the embedded driver does not support, instead of a wrong result. */
export class UnsupportedOperatorError extends Error {
  /** The operator, stage, option or method, as the caller wrote it. */
  readonly operator: string;

  constructor(operator: string, detail?: string) {
    super(`The embedded store does not support ${operator}${detail === undefined ? '' : `: ${detail}`}`);
    this.name = 'UnsupportedOperatorError';
    this.operator = operator;
  }
}

/** Adds the methods that only the mongodb driver's class has: they throw with their name. */
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
