import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { planIds } from '@vault/contracts';
import { useUserSession } from '../api/session/user-session.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { RegistrationForm } from '../features/registration/components/registration-form.tsx';
import { addressAfterSignIn, readReturnAddress } from '../api/session/return-address.ts';

export function RegisterPage() {
  const [query] = useSearchParams();
  const plan = planIds.find((id) => id === query.get('plan')) ?? 'free';
  const returnAddress = readReturnAddress(useLocation().state);
  const session = useUserSession();
  if (session) return <Navigate to={addressAfterSignIn(returnAddress, session.id)} replace />;
  return (
    <PublicLayout
      title="Create your vault"
      aside={
        <>
          Already registered?{' '}
          <TextLink to="/login" state={returnAddress}>
            Sign in
          </TextLink>
        </>
      }
    >
      <RegistrationForm plan={plan} email={returnAddress?.email} />
    </PublicLayout>
  );
}
