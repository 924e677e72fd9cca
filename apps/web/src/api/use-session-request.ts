import { useState } from 'react';
import { strings } from '../strings.ts';
import { postJson } from './post-json.ts';
import { startUserSession } from './user-session.ts';
import type { UserSession } from './user-session.ts';

/** Asks for a session and keeps it; the page then leaves by itself. Otherwise `message` tells why there is none. */
export function useSessionRequest(path: '/auth/login' | '/auth/register') {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  const request = async (body: unknown) => {
    if (isBusy) return;
    setMessage('');
    setBusy(true);
    try {
      startUserSession(await postJson<UserSession>(path, body));
    } catch (error) {
      setMessage((error as Error).message || strings.somethingFailed);
      setBusy(false);
    }
  };

  return { message, isBusy, refuse: setMessage, request };
}
