import { useState } from 'react';
import { strings } from '../strings.ts';
import { postJson } from './post-json.ts';

/** Asks for a session and keeps it; the page then leaves by itself. Otherwise `message` tells why there is none. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is answered is what is kept
export function useSessionRequest<Session>(path: string, start: (session: Session) => void) {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  const request = async (body: unknown) => {
    if (isBusy) return;
    setMessage('');
    setBusy(true);
    try {
      start(await postJson<Session>(path, body));
    } catch (error) {
      setMessage((error as Error).message || strings.somethingFailed);
      setBusy(false);
    }
  };

  return { message, isBusy, refuse: setMessage, request };
}
