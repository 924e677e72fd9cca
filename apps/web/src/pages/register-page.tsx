import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { planIds } from '@vault/contracts';
import { useUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { addressAfterSignIn, readReturnAddress } from '../lib/return-address.ts';

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
      <RegistrationForm plan={plan} />
    </PublicLayout>
  );
}
