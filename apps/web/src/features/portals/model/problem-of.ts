import { errorField, errorMessage } from '../../../api/http/error-message.ts';
import type { Field } from './portal-draft.ts';

/** Why something was not saved. */
export interface Problem {
  readonly text: string;
  /** The field to correct, when it is known. */
  readonly field?: Field | undefined;
}

/** Why a call with settings of a portal failed. @param otherwise said when the server gives no reason */
export function problemOf(error: unknown, otherwise: string): Problem {
  return { text: errorMessage(error, otherwise), field: errorField(error) as Field | undefined };
}
