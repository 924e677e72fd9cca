import { ChakraProvider } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Provider } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { selectIsLogoutByUser, selectNotice } from '../api/session/logout-reason.slice.ts';
import { readRefusedToken } from '../api/session/refused-token.ts';
import { endUserSession, useUserSession } from '../api/session/user-session.ts';
import type { UserSession } from '../api/session/user-session.ts';
import { Toaster } from '../components/ui/toasts/toaster.tsx';
import { UploadsProvider } from '../features/uploads/components/uploads-provider.tsx';
import { clearToasts } from '../components/ui/toasts/toasts.ts';
import type { SignInNotice } from '../api/session/sign-in-notice.ts';
import { addressOf } from '../api/session/return-address.ts';
import type { ReturnAddress } from '../api/session/return-address.ts';
import { keepTeam, useTeam } from '../api/session/workspace.ts';
import { enterWorkspace, selectNext } from '../api/workspaces/workspace.slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { componentSystem } from '../theme/component-system.ts';
import { SignedInLayout } from '../layouts/signed-in-layout.tsx';
import { createStore, connectStore } from './store.ts';

/** Redirects to sign-in and from there back to this page, except after a log-out by the user. */
function ToSignIn({ owner, logOut }: { owner: string | undefined; logOut: SignInNotice | null }) {
  const returnAddress: ReturnAddress = { to: addressOf(useLocation()), owner, wasEnded: owner !== undefined };
  return <Navigate to="/login" replace state={logOut ?? returnAddress} />;
}

/** Id of the user who was signed in here last. */
function useOwner(session: UserSession | null): string | undefined {
  const [owner, setOwner] = useState(session?.id);
  if (session && session.id !== owner) setOwner(session.id);
  return owner;
}

/** Ends a session that was refused before this page was loaded, without showing the reason again. */
function useRefusedBefore(session: UserSession | null): boolean {
  const [refused] = useState(readRefusedToken);
  const isRefused = session !== null && session.token === refused;
  useEffect(() => {
    if (isRefused) endUserSession();
  }, [isRefused]);
  return isRefused;
}

/**
 * The pages of one workspace. Those of the one before are unmounted first: what they still send is about it, and nothing
 * of it is shown in the new one.
 */
function Workspace() {
  const dispatch = useAppDispatch();
  const next = useAppSelector(selectNext);
  const { pathname } = useLocation();
  const hasArrived = pathname === next?.address;
  useEffect(() => {
    if (next && hasArrived) dispatch(enterWorkspace(next));
  }, [dispatch, next, hasArrived]);
  const team = useTeam();
  const shownId = useRef(team?.id);
  useEffect(() => {
    if (shownId.current === team?.id) return;
    shownId.current = team?.id;
    // The button that had the focus is gone with its pages.
    document.getElementById('content')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [team?.id]);
  if (next) return hasArrived ? null : <Navigate to={next.address} />;
  return <SignedInLayout />;
}

/** The root of the signed-in pages. Redirects to /login when no user with a token is stored. */
export function SignedInRoot() {
  const session = useUserSession();
  const [store] = useState(createStore);
  const owner = useOwner(session);
  const isRefused = useRefusedBefore(session);
  useEffect(() => connectStore(store), [store]);
  useEffect(() => clearToasts, []);
  useEffect(keepTeam, [session?.id]);
  if (!session) {
    const state = store.getState();
    const logOut = selectIsLogoutByUser(state) ? { notice: selectNotice(state) } : null;
    return <ToSignIn owner={owner} logOut={logOut} />;
  }
  if (isRefused) return null;
  return (
    <ChakraProvider value={componentSystem}>
      <Provider store={store}>
        <UploadsProvider key={session.id} userId={session.id}>
          <Workspace />
        </UploadsProvider>
        <Toaster />
      </Provider>
    </ChakraProvider>
  );
}
