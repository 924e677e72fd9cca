import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorStatus } from '../api/http/error-message.ts';
import { postForSentence } from '../api/http/post-json.ts';
import { endUserSession } from '../api/session/user-session.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { ResetForm } from '../features/password-reset/components/reset-form.tsx';
import type { SignInNotice } from '../api/session/sign-in-notice.ts';

const goneStatus = 410;

/** Whether a link can be used; undefined until the server has answered. Without an answer the form may be tried. */
function useLinkCheck(token: string): boolean | undefined {
  const [canBeUsed, setCanBeUsed] = useState<boolean>();
  useEffect(() => {
    let isLeft = false;
    postForSentence('/auth/check-reset-link', { token }).then(
      () => !isLeft && setCanBeUsed(true),
      (error: unknown) => !isLeft && setCanBeUsed(errorStatus(error) !== goneStatus),
    );
    return () => {
      isLeft = true;
    };
  }, [token]);
  return canBeUsed;
}

function CheckedForm(props: { token: string; onDone: (msg: string) => void }) {
  const canBeUsed = useLinkCheck(props.token);
  if (canBeUsed === undefined) return <chakra.p role="status">Checking the link…</chakra.p>;
  if (canBeUsed) return <ResetForm {...props} />;
  return (
    <chakra.p role="alert">
      This link was already used, or it has expired: a link works once, for 30 minutes. Please ask for a new
      one.
    </chakra.p>
  );
}

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
        <CheckedForm token={token} onDone={finish} />
      ) : (
        <chakra.p role="alert">
          This link is incomplete. Please open it from the mail again, or request another one.
        </chakra.p>
      )}
    </PublicLayout>
  );
}
