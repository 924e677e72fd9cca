import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { clearLogoutReason } from '../api/logout-reason.ts';
import { startUserSession, useUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { Button } from '../components/button.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { TextLink } from '../components/text-link.tsx';
import { signInStrings } from '../features/sign-in/sign-in.strings.ts';
import { clearNotice, readNotice } from '../lib/sign-in-notice.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { isElsewhere, isVideo, addressAfterSignIn, readReturnAddress } from '../lib/return-address.ts';
import type { ReturnAddress } from '../lib/return-address.ts';

/** Why the user was redirected to this page. */
function reasonOf(returnAddress: ReturnAddress | null): string {
  if (returnAddress?.wasEnded)
    return isVideo(returnAddress) ? signInStrings.endedInVideo : signInStrings.ended;
  return isElsewhere(returnAddress) ? signInStrings.onTheWay : '';
}

export function LoginPage() {
  usePageTitle(signInStrings.title);
  const returnAddress = readReturnAddress(useLocation().state);
  const [pageNotice] = useState(readNotice);
  useEffect(clearNotice, []);
  useEffect(clearLogoutReason, []);
  const session = useUserSession();
  if (session) return <Navigate to={addressAfterSignIn(returnAddress, session.id)} replace />;
  const notice = pageNotice || reasonOf(returnAddress);
  return (
    <PublicLayout
      title={signInStrings.title}
      aside={
        <>
          {signInStrings.forgot} <TextLink to="/forgot-password">{signInStrings.reset}</TextLink>
        </>
      }
    >
      {notice ? (
        <chakra.p role="status" mb="5" px="4" py="3" borderRadius="md" bg="good.wash" fontSize="sm">
          {notice}
        </chakra.p>
      ) : null}
      <SignInForm path="/auth/login" onSession={startUserSession} words={signInStrings} />
      <chakra.p mt="6" mb="2" fontSize="sm" color="ink.muted">
        {signInStrings.newHere}
      </chakra.p>
      <Button asChild size="wide">
        <Link to="/register" state={returnAddress}>
          {signInStrings.register}
        </Link>
      </Button>
    </PublicLayout>
  );
}
