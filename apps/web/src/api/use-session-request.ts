import { useState } from 'react';
import { strings } from '../strings.ts';
import { postJson } from './post-json.ts';

/** Requests a session and stores it, which makes the page redirect. On failure `message` contains the reason. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the answer has the type that is stored
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
