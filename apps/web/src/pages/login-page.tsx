import { Navigate } from 'react-router-dom';
import { useUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { signInStrings } from '../features/sign-in/sign-in.strings.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export function LoginPage() {
  usePageTitle(signInStrings.title);
  if (useUserSession()) return <Navigate to="/asset/view" replace />;
  return (
    <PublicLayout
      title={signInStrings.title}
      aside={
        <>
          {signInStrings.newHere} <TextLink to="/register">{signInStrings.register}</TextLink>
        </>
      }
    >
      <SignInForm />
    </PublicLayout>
  );
}
