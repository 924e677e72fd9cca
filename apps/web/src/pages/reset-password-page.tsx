import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endUserSession } from '../api/user-session.ts';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { passwordResetStrings as words } from '../features/password-reset/password-reset.strings.ts';
import { ResetForm } from '../features/password-reset/reset-form.tsx';
import { setNotice } from '../lib/sign-in-notice.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

/** Opened by the link in the mail. Its token is in the hash, which a browser never sends to a server. */
export function ResetPasswordPage() {
  usePageTitle(words.resetTitle);
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  const navigate = useNavigate();

  const finish = (msg: string) => {
    // The server has ended all sessions of the user, including the one of this browser.
    endUserSession();
    setNotice(msg);
    void navigate('/login', { replace: true });
  };
  return (
    <PublicLayout
      title={words.resetTitle}
      aside={<TextLink to="/forgot-password">{words.sendAnother}</TextLink>}
    >
      {/^[\w-]{20,128}$/.test(token) ? (
        <ResetForm token={token} onDone={finish} />
      ) : (
        <chakra.p role="alert">{words.noToken}</chakra.p>
      )}
    </PublicLayout>
  );
}
