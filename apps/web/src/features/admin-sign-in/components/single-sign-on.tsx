import { chakra } from '@chakra-ui/react';
import type { StaffSession, StaffSso } from '@vault/contracts';
import { useEffect, useState } from 'react';
import { postJson } from '../../../api/http/post-json.ts';
import { staffSession } from '../../../api/staff/staff-session.ts';
import { useSignOnAnswer, useSignOnStart } from '../../../components/account/use-sign-on.ts';
import type { SignOnProblem } from '../../../components/account/use-sign-on.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

const askMs = 10_000;

/** The way to sign in at the provider of the installation; nothing where it has none. */
export function SingleSignOn() {
  const isOffered = useIsOffered();
  const { begin, isBusy, problem } = useSignOnStart('/admin/sso');
  const [refusal, setRefusal] = useState<SignOnProblem | null>(null);
  const isAnswered = useSignOnAnswer(
    async (query) => staffSession.start(await postJson<StaffSession>('/admin/sso/finish', { query })),
    setRefusal,
  );
  const message = (isBusy ? '' : (problem ?? refusal)?.message) ?? '';

  if (isAnswered && refusal === null) return <MutedText role="status">Signing in…</MutedText>;
  if (!isOffered && message === '') return null;
  return (
    <chakra.div display="grid" gap="4" mt="6" pt="6" borderTopWidth="1px">
      <FormMessage message={message} />
      {isOffered ? (
        <Button size="wide" isBusy={isBusy} onClick={() => void begin({})}>
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
