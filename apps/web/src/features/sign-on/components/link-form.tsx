import { chakra } from '@chakra-ui/react';
import type { FinishedSso } from '@vault/contracts';
import { errorStatus } from '../../../api/http/error-message.ts';
import { postJson } from '../../../api/http/post-json.ts';
import { AccountForm } from '../../../components/account/account-form.tsx';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { signOnProblem } from '../../../components/account/use-sign-on.ts';
import type { SignOnProblem } from '../../../components/account/use-sign-on.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';

type Offer = NonNullable<FinishedSso['link']>;
type Session = NonNullable<FinishedSso['session']>;

/** After these, another password does not help. */
const finalStatuses = [403, 409];

interface LinkFormProps {
  offer: Offer;
  onSession: (session: Session) => void;
  onProblem: (problem: SignOnProblem) => void;
}

/** Joins an account with the provider: who has its password may do that, once. */
export function LinkForm({ offer: { token, email, team }, onSession, onProblem }: LinkFormProps) {
  const form = useForm({
    names: ['password'],
    send: async ({ password }) => {
      try {
        const { session } = await postJson<FinishedSso>('/auth/sso/link', { token, password });
        if (session) onSession(session);
      } catch (error) {
        if (!finalStatuses.includes(errorStatus(error) ?? 0)) throw error;
        onProblem(signOnProblem(error));
      }
    },
  });
  return (
    <>
      <chakra.p mb="1" overflowWrap="anywhere">
        {`There is an account ${email}. Join it with ${team}'s sign-on?`}
      </chakra.p>
      <MutedText mb="6">Enter its password once.</MutedText>
      <AccountForm state={form} submitLabel="Join and sign in" busyLabel="Signing in…">
        {/* Programs that keep passwords read it. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Password" name="password" autoComplete="current-password" required autoFocus />
      </AccountForm>
      <MutedText mt="6">
        <TextLink to="/forgot-password">Forgot password</TextLink>
      </MutedText>
    </>
  );
}
