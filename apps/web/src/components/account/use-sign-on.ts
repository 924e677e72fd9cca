import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorMessage } from '../../api/http/error-message.ts';
import { postJson, RequestError } from '../../api/http/post-json.ts';
import { holdReturn } from '../../api/session/held-return.ts';
import { readReturnAddress } from '../../api/session/return-address.ts';
import { webAddress } from '../../lib/browser/web-address.ts';

const failed = 'The sign-in has failed. Please try again.';

/** Why somebody is not signed in. */
export interface SignOnProblem {
  readonly message: string;
  /** By which support finds what has happened; undefined when the server was not asked. */
  readonly reference: string | undefined;
}

export function signOnProblem(error: unknown): SignOnProblem {
  return {
    message: errorMessage(error, failed),
    reference: error instanceof RequestError ? error.reference : undefined,
  };
}

export interface SignOnStart {
  /** Asks for the address of the provider, and leads the browser there. */
  readonly begin: (body: object) => Promise<void>;
  /** Until the browser has left the page. */
  readonly isBusy: boolean;
  readonly problem: SignOnProblem | null;
}

/** Begins a sign-in at a provider. @param path of the call that names the provider's address */
export function useSignOnStart(path: string): SignOnStart {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignOnProblem | null>(null);
  // Whoever comes back with the browser's own button finds the page as they left it.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  const begin = async (body: object) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { url } = await postJson<{ url: string }>(path, body);
      window.location.assign(webAddress(url));
    } catch (error) {
      setProblem(signOnProblem(error));
      setBusy(false);
    }
  };
  return { begin, isBusy, problem };
}

/** Begins a sign-in of a user, who then returns to the page that they wanted before. */
export function useUserSignOn(): SignOnStart {
  const returnAddress = readReturnAddress(useLocation().state);
  const start = useSignOnStart('/auth/sso');
  const begin = (body: object) => {
    holdReturn(returnAddress);
    return start.begin(body);
  };
  return { ...start, begin };
}

const answerFields = ['code', 'state', 'error'];

/**
 * Sends once what a provider has sent with the browser. The query leaves the address before, so that a reload does not
 * send it again.
 * @param finish makes the call that takes it
 * @returns whether there was something to send
 */
export function useSignOnAnswer(
  finish: (query: string) => Promise<void>,
  onProblem: (problem: SignOnProblem) => void,
): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => {
    const sent = new URLSearchParams(search);
    return answerFields.some((name) => sent.has(name)) ? search.slice(1) : '';
  });
  const isSent = useRef(false);
  const send = useEffectEvent(() => {
    if (search !== '') void navigate(pathname, { replace: true });
    if (query !== '') finish(query).catch((error: unknown) => onProblem(signOnProblem(error)));
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    send();
  }, []);
  return query !== '';
}
