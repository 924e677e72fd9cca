import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { clearRefusedToken } from '../api/session/refused-token.ts';
import { startUserSession, useUserSession } from '../api/session/user-session.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { Button } from '../components/ui/button.tsx';
import { SignInForm } from '../components/account/sign-in-form.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { ContinueWithSignOn } from '../features/sign-on/components/continue-with-sign-on.tsx';
import { readNotice } from '../api/session/sign-in-notice.ts';
import {
  isElsewhere,
  isVideo,
  addressAfterSignIn,
  readReturnAddress,
} from '../api/session/return-address.ts';
import type { ReturnAddress } from '../api/session/return-address.ts';
import { MutedText } from '../components/ui/muted-text.ts';

/** Why the user was redirected to this page. */
function reasonOf(returnAddress: ReturnAddress | null): string {
  if (returnAddress?.wasEnded)
    return isVideo(returnAddress)
      ? 'You were signed out. Sign in to continue where you were. Your chapter edits are kept.'
      : 'You were signed out. Sign in to continue where you were.';
  return isElsewhere(returnAddress) ? 'Sign in to open the page you requested.' : '';
}

export function LoginPage() {
  const state = useLocation().state as unknown;
  const returnAddress = readReturnAddress(state);
  useEffect(clearRefusedToken, []);
  const email = useRef<HTMLInputElement>(null);
  const session = useUserSession();
  if (session) return <Navigate to={addressAfterSignIn(returnAddress, session.id)} replace />;
  const notice = readNotice(state) || reasonOf(returnAddress);
  return (
    <PublicLayout
      title="Sign in"
      aside={
        <>
          Forgot your password? <TextLink to="/forgot-password">Set a new one</TextLink>
        </>
      }
    >
      {notice ? (
        <chakra.p role="status" mb="5" px="4" py="3" borderRadius="md" bg="good.wash" fontSize="sm">
          {notice}
        </chakra.p>
      ) : null}
      <SignInForm
        path="/auth/login"
        onSession={startUserSession}
        emailLabel="Email address"
        emailRef={email}
      />
      <ContinueWithSignOn email={email} />
      <MutedText mt="6" mb="2">
        New here?
      </MutedText>
      <Button asChild size="wide">
        <Link to="/register" state={returnAddress}>
          Create an account
        </Link>
      </Button>
    </PublicLayout>
  );
}
