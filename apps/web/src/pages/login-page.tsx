import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { signInStrings } from '../features/sign-in/sign-in.strings.ts';
import { clearNotice, readNotice } from '../lib/sign-in-notice.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export function LoginPage() {
  usePageTitle(signInStrings.title);
  const [notice] = useState(readNotice);
  useEffect(clearNotice, []);
  if (useUserSession()) return <Navigate to="/asset/view" replace />;
  return (
    <PublicLayout
      title={signInStrings.title}
      aside={
        <>
          {signInStrings.newHere} <TextLink to="/register">{signInStrings.register}</TextLink>
          <br />
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
    </PublicLayout>
  );
}
