import { PublicLayout } from '../layouts/public-layout.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { ForgotForm } from '../features/password-reset/components/forgot-form.tsx';

export function ForgotPasswordPage() {
  return (
    <PublicLayout
      title="Forgot your password?"
      aside={
        <>
          Remembered it? <TextLink to="/login">Sign in</TextLink>
        </>
      }
    >
      <ForgotForm />
    </PublicLayout>
  );
}
