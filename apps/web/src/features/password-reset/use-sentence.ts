import { useState } from 'react';
import { postForSentence } from '../../api/post-json.ts';
import { strings } from '../../strings.ts';

/** A call before sign-in that answers with a message. `message` says why it was refused. */
export function useSentence(path: '/auth/forgot-password' | '/auth/reset-password') {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  /** @returns the message of the server, or undefined when the call failed */
  const send = async (body: unknown): Promise<string | undefined> => {
    if (isBusy) return undefined;
    setMessage('');
    setBusy(true);
    try {
      return await postForSentence(path, body);
    } catch (error) {
      setMessage((error as Error).message || strings.somethingFailed);
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  return { message, isBusy, refuse: setMessage, send };
}
