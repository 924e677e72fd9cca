import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { postForSentence } from '../api/http/post-json.ts';
import { endUserSession, readUserSession } from '../api/session/user-session.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { AccountForm } from '../components/account/account-form.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { useForm } from '../components/ui/fields/use-form.ts';
import type { SignInNotice } from '../api/session/sign-in-notice.ts';

interface LinkPageProps {
  title: string;
  text: string;
  submitLabel: string;
  busyLabel: string;
  /** The call that uses the token. */
  path: string;
  /** Called with the answer of the server. */
  onDone: (msg: string) => void;
}

/** Opened by a link in a mail. Its token is in the hash, which a browser never sends to a server. */
function LinkPage({ title, text, path, onDone, ...labels }: LinkPageProps) {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  const form = useForm({
    names: [],
    send: async () => {
      onDone(await postForSentence(path, { token }));
    },
  });
  return (
    <PublicLayout title={title} aside={<TextLink to="/account">Open your account</TextLink>}>
      {/^[\w-]{20,128}$/.test(token) ? (
        <AccountForm state={form} {...labels}>
          <chakra.p color="ink.muted">{text}</chakra.p>
        </AccountForm>
      ) : (
        <chakra.p role="alert">This link is incomplete. Please open it from the mail again.</chakra.p>
      )}
    </PublicLayout>
  );
}

/** Confirms a new e-mail address. A click is needed, because programs that check mails open links too. */
export function ConfirmEmailPage() {
  const navigate = useNavigate();
  const [done, setDone] = useState('');
  if (done !== '')
    return (
      <PublicLayout title={done} aside={<TextLink to="/account">Open your account</TextLink>}>
        <chakra.p role="status" color="ink.muted">
          Sign in with it from now on. For seven days, a link in our e-mail to the old address can undo the
          change.
        </chakra.p>
      </PublicLayout>
    );
  return (
    <LinkPage
      title="Confirm your new email address"
      text="Your account will use this address. You stay signed in."
      submitLabel="Use this address"
      busyLabel="Changing…"
      path="/auth/confirm-email"
      onDone={(msg) => {
        const text = msg || 'Your e-mail address was changed.';
        if (readUserSession()) {
          setDone(text);
          return;
        }
        void navigate('/login', { replace: true, state: { notice: text } satisfies SignInNotice });
      }}
    />
  );
}

/** Restores the old e-mail address. */
export function UndoEmailPage() {
  const navigate = useNavigate();
  return (
    <LinkPage
      title="Undo the change of your email address"
      text="This restores your old address, signs out every device and makes the password invalid. We send you a link to set a new one."
      submitLabel="Restore my old address"
      busyLabel="Restoring…"
      path="/auth/undo-email"
      onDone={(msg) => {
        // The server has ended all sessions of the user, including the one of this browser.
        endUserSession();
        const notice = msg || 'Your old address is restored. We have sent it a link to set a new password.';
        void navigate('/login', { replace: true, state: { notice } satisfies SignInNotice });
      }}
    />
  );
}
