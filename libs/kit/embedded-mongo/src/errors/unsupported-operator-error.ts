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
