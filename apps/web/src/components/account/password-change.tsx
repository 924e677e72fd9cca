import { newPasswordProblem } from '../ui/fields/read-fields.ts';
import type { FormProblem } from '../ui/fields/read-fields.ts';
import { PasswordField } from './password-field.tsx';

/** The fields of {@link PasswordChange}. */
export const passwordNames = ['password', 'new_password', 'again'] as const;
type Name = (typeof passwordNames)[number];

/** Why the new password is refused, if so. @param differ the message about two different new passwords */
export function passwordProblem(fields: Record<Name, string>, differ: string): FormProblem<Name> | undefined {
  const isSame = fields.new_password === fields.again;
  const tooShort = newPasswordProblem(fields.new_password, 'new_password');
  return tooShort ?? (isSame ? undefined : { message: differ, field: 'again' });
}

interface PasswordChangeProps {
  /** The label of the second field for the new password. */
  again: string;
  hint: string;
  autoFocus?: boolean;
}

/** The current password, which is required, and the new one twice. */
export function PasswordChange({ again, hint, autoFocus }: PasswordChangeProps) {
  return (
    <>
      <PasswordField
        autoFocus={autoFocus}
        label="Current password"
        name="password"
        autoComplete="current-password"
      />
      <PasswordField label="New password" name="new_password" autoComplete="new-password" hint={hint} />
      <PasswordField label={again} name="again" autoComplete="new-password" />
    </>
  );
}
