import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { useUserSession } from '../api/user-session.ts';
import { Toaster } from '../components/toaster.tsx';
import { ClipsProvider } from '../features/clips/clips-provider.tsx';
import { UploadsProvider } from '../features/uploads/uploads-provider.tsx';
import { clearToasts } from '../lib/toasts.ts';
import { addressOf } from '../lib/way-back.ts';
import type { WayBack } from '../lib/way-back.ts';
import { SignedInLayout } from './layouts/signed-in-layout.tsx';
import { createStore, connectStore } from './store.ts';

/** To the page for signing in. Who was on the way to another goes on there afterwards; who logged out begins anew. */
function ToSignIn({ isOnTheWay }: { isOnTheWay: boolean }) {
  const wayBack: WayBack = { to: addressOf(useLocation()) };
  return <Navigate to="/login" replace state={isOnTheWay ? wayBack : null} />;
}

/** Everything behind sign-in. Without a stored user with a token it leads to /login. */
export function SignedInRoot() {
  const session = useUserSession();
  const [store] = useState(createStore);
  const [cameWithout] = useState(session === null);
  useEffect(() => connectStore(store), [store]);
  useEffect(() => clearToasts, []);
  if (!session) return <ToSignIn isOnTheWay={cameWithout} />;
  return (
    <Provider store={store}>
      <UploadsProvider key={session.id} userId={session.id}>
        <ClipsProvider>
          <SignedInLayout />
        </ClipsProvider>
      </UploadsProvider>
      <Toaster />
    </Provider>
  );
}
