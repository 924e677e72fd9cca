import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endUserSession } from '../api/session/user-session.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { ResetForm } from '../features/password-reset/components/reset-form.tsx';
import type { SignInNotice } from '../api/session/sign-in-notice.ts';

/** Opened by the link in the mail. Its token is in the hash, which a browser never sends to a server. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  const navigate = useNavigate();

  const finish = (notice: string) => {
    // The server has ended all sessions of the user, including the one of this browser.
    endUserSession();
    void navigate('/login', { replace: true, state: { notice } satisfies SignInNotice });
  };
  return (
    <PublicLayout
      title="Set a new password"
      aside={<TextLink to="/forgot-password">Send another link</TextLink>}
    >
      {/^[\w-]{20,128}$/.test(token) ? (
        <ResetForm token={token} onDone={finish} />
      ) : (
        <chakra.p role="alert">
          This link is incomplete. Please open it from the mail again, or request another one.
        </chakra.p>
      )}
    </PublicLayout>
  );
}
