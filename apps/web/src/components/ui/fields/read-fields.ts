import { strings } from '../../../strings/shared.strings.ts';

/** The values of a form's named inputs; a missing one is empty. */
export function readFields<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const data = new FormData(form);
  const entries = names.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** A validation error of a form, and the field it concerns, if any. */
export interface FormProblem<Name extends string> {
  readonly message: string;
  readonly field?: Name;
}

/** Requires these fields; the problem is about the first one that is empty or contains only spaces. */
export function firstProblem<Name extends string>(
  fields: Record<Name, string>,
  names: readonly Name[],
): FormProblem<Name> | undefined {
  const field = names.find((name) => fields[name].trim() === '');
  return field && { message: strings.fillAll, field };
}

/** Shows the problem of a form and focuses its field. @returns whether there is one */
export function isRefused<Name extends string>(
  form: HTMLFormElement,
  problem: FormProblem<Name> | undefined,
  show: (message: string) => void,
): boolean {
  show(problem?.message ?? '');
  if (problem?.field) form.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
  return problem !== undefined;
}

const minPasswordLength = 8;

/** Why a new password is not sent, if so. */
export function newPasswordProblem<Name extends string>(
  password: string,
  field: Name,
): FormProblem<Name> | undefined {
  return password.length < minPasswordLength
    ? { message: 'Please choose a password of at least 8 characters.', field }
    : undefined;
}
