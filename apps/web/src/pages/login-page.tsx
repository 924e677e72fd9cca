import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { forgetLeaving } from '../api/leaving.ts';
import { useUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { Button } from '../components/button.tsx';
import { TextLink } from '../components/text-link.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { signInStrings } from '../features/sign-in/sign-in.strings.ts';
import { clearNotice, readNotice } from '../lib/sign-in-notice.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { isElsewhere, isVideo, placeAfterSignIn, readWayBack } from '../lib/way-back.ts';
import type { WayBack } from '../lib/way-back.ts';

/** Why this page came up instead of another. */
function reasonOf(wayBack: WayBack | null): string {
  if (wayBack?.wasEnded) return isVideo(wayBack) ? signInStrings.endedInVideo : signInStrings.ended;
  return isElsewhere(wayBack) ? signInStrings.onTheWay : '';
}

export function LoginPage() {
  usePageTitle(signInStrings.title);
  const wayBack = readWayBack(useLocation().state);
  const [left] = useState(readNotice);
  useEffect(clearNotice, []);
  useEffect(forgetLeaving, []);
  const session = useUserSession();
  if (session) return <Navigate to={placeAfterSignIn(wayBack, session.id)} replace />;
  const notice = left || reasonOf(wayBack);
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
      <SignInForm />
      <chakra.p mt="6" mb="2" fontSize="sm" color="ink.muted">
        {signInStrings.newHere}
      </chakra.p>
      <Button asChild size="wide">
        <Link to="/register" state={wayBack}>
          {signInStrings.register}
        </Link>
      </Button>
    </PublicLayout>
  );
}
