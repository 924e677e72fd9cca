import { AppError } from './app-error.ts';

/** Whether a person may upload, make clips and spend tokens now, as auth answers. */
interface Allowance {
  readonly isAllowed: boolean;
  /** Why not, as a sentence for the person. */
  readonly msg: string;
}

/** Call it just before work that costs something. @throws {AppError} limit-reached, with the reason */
export function assertAllowed({ isAllowed, msg }: Allowance): void {
  if (!isAllowed) throw new AppError('limit-reached', msg);
}
