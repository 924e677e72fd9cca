import { chakra } from '@chakra-ui/react';
import { planIds, plans } from '@vault/contracts';
import type { PlanId } from '@vault/contracts';
import { startUserSession } from '../../../api/session/user-session.ts';
import { AccountForm } from '../../../components/account/account-form.tsx';
import { NameFields, nameFields, nameProblemOf } from '../../../components/account/name-fields.tsx';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { postJson } from '../../../api/http/post-json.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { Choice } from '../../../components/ui/fields/choice.ts';

const facts: Record<PlanId, string> = {
  free: '3 days free, 2 videos at a time, 50K tokens a month',
  executive: '$14 a month, 20 videos at a time, 1M tokens a month',
};

/** Radio buttons named `plan`. */
function PlanChoice({ initial }: { initial: PlanId }) {
  return (
    <chakra.fieldset display="grid" gap="2">
      <chakra.legend mb="1" fontSize="sm" fontWeight="strong">
        Plan
      </chakra.legend>
      {planIds.map((id) => (
        <Choice key={id} isFramed alignItems="center" px="4" fontSize="md" bg="surface">
          <input type="radio" name="plan" value={id} defaultChecked={id === initial} />
          <chakra.span display="grid">
            <chakra.span fontWeight="strong">{plans[id].label}</chakra.span>
            <MutedText as="span">
              {`The plan ${plans[id].name}:`} {facts[id]}
            </MutedText>
          </chakra.span>
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

const required = ['email', 'firstname', 'password', 'confirmPassword', 'plan'] as const;
const names = [...required, ...nameFields] as const;

/** The request body: without the confirmation of the password. */
function payloadOf({ firstname, lastname, email, password, plan }: Record<(typeof names)[number], string>) {
  return { firstname, lastname, email: email.trim(), password, plan };
}

interface RegistrationFormProps {
  plan: PlanId;
  /** The only address that can be used: somebody was invited by it. */
  email?: string | undefined;
}

/** The sign-up form. */
export function RegistrationForm({ plan, email }: RegistrationFormProps) {
  const form = useForm({
    names,
    required,
    problemOf: (fields) =>
      nameProblemOf(fields) ??
      (fields.password === fields.confirmPassword
        ? undefined
        : { message: 'Passwords do not match.', field: 'confirmPassword' }),
    send: async (fields) => {
      startUserSession(await postJson('/auth/register', payloadOf(fields)));
    },
  });
  return (
    <AccountForm state={form} submitLabel="Create account" busyLabel="Creating your account…">
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={email === undefined}
        {...(email === undefined
          ? {}
          : { value: email, readOnly: true, hint: 'The invitation is for this address.' })}
      />
      <NameFields />
      <PasswordField
        label="Password"
        hint="At least 8 characters."
        name="password"
        autoComplete="new-password"
        required
      />
      <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" required />
      <PlanChoice initial={plan} />
    </AccountForm>
  );
}
