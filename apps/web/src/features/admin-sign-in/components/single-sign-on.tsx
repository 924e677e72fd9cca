import { chakra } from '@chakra-ui/react';
import type { StaffSession, StaffSso } from '@vault/contracts';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { postJson } from '../../../api/http/post-json.ts';
import { staffSession } from '../../../api/staff/staff-session.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

const failed = 'The sign-in has failed. Please try again.';
const askMs = 10_000;

interface SingleSignOnProps {
  /** The query with which the provider has sent the browser back; empty otherwise. */
  returned: string;
}

/** The way to sign in at the provider of the installation; nothing where it has none. */
export function SingleSignOn({ returned }: SingleSignOnProps) {
  const isOffered = useIsOffered();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const isFinishing = useFinish(returned, setMessage);

  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    try {
      const { url } = await postJson<{ url: string }>('/admin/sso', {});
      window.location.assign(url);
    } catch (error) {
      setMessage(errorMessage(error, failed));
      setBusy(false);
    }
  };

  if (isFinishing) return <MutedText role="status">Signing in…</MutedText>;
  if (!isOffered && message === '') return null;
  return (
    <chakra.div display="grid" gap="4" mt="6" pt="6" borderTopWidth="1px">
      <FormMessage message={message} />
      {isOffered ? (
        <Button size="wide" isBusy={isBusy} onClick={() => void begin()}>
          Continue with single sign-on
        </Button>
      ) : null}
    </chakra.div>
  );
}

function useIsOffered(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const ask = new AbortController();
    const signal = AbortSignal.any([ask.signal, AbortSignal.timeout(askMs)]);
    fetch('/api/admin/sso', { signal, headers: { accept: 'application/json' } })
      .then((response) => response.json())
      .then((answer: { data?: StaffSso }) => setOffered(answer.data?.is_offered ?? false))
      // Then it is not offered: the form is there.
      .catch(() => undefined);
    return () => ask.abort();
  }, []);
  return isOffered;
}

/** Signs in with what the provider has sent, once. @returns whether it is doing that */
function useFinish(returned: string, onFailure: (message: string) => void): boolean {
  const [isFinishing, setFinishing] = useState(returned !== '');
  const sent = useRef(false);
  useEffect(() => {
    if (returned === '' || sent.current) return;
    sent.current = true;
    postJson<StaffSession>('/admin/sso/finish', { query: returned })
      .then(staffSession.start)
      .catch((error: unknown) => {
        onFailure(errorMessage(error, failed));
        setFinishing(false);
      });
  }, [returned, onFailure]);
  return isFinishing;
}
