import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import type { Field } from './portal-draft.ts';

/** Why something was not saved. */
export interface Problem {
  readonly text: string;
  /** The field to correct, when it is known. */
  readonly field?: Field | undefined;
}

/** How the sentences of the server begin that are about one field; the others name it in quotation marks. */
const beginnings: Readonly<Record<string, Field>> = {
  'Please enter a name': 'name',
  'An address': 'slug',
  'A colour': 'accent',
  'A domain': 'domains',
};

/** Why a call with settings of a portal failed. @param otherwise said when the server gives no reason */
export function problemOf(error: unknown, otherwise: string): Problem {
  const text = errorMessage(error, otherwise);
  if (errorStatus(error) === 409) return { text, field: 'slug' };
  const [, named] = /^"(\w+)/.exec(text) ?? [];
  const [, field] = Object.entries(beginnings).find(([beginning]) => text.startsWith(beginning)) ?? [];
  return { text, field: field ?? (named as Field | undefined) };
}
