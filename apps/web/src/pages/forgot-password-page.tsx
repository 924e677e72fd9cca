import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { ForgotForm } from '../features/password-reset/forgot-form.tsx';
import { passwordResetStrings as words } from '../features/password-reset/password-reset.strings.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export function ForgotPasswordPage() {
  usePageTitle(words.forgotTitle);
  return (
    <PublicLayout
      title={words.forgotTitle}
      aside={
        <>
          {words.known} <TextLink to="/login">{words.signIn}</TextLink>
        </>
      }
    >
      <ForgotForm />
    </PublicLayout>
  );
}
