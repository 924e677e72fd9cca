import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { useUserSession } from '../api/user-session.ts';
import { Toaster } from '../components/toaster.tsx';
import { ClipsProvider } from '../features/clips/clips-provider.tsx';
import { UploadsProvider } from '../features/uploads/uploads-provider.tsx';
import { clearToasts } from '../lib/toasts.ts';
import { SignedInLayout } from './layouts/signed-in-layout.tsx';
import { createStore, connectStore } from './store.ts';

/** Everything behind sign-in. Without a stored user with a token it leads to /login. */
export function SignedInRoot() {
  const session = useUserSession();
  const [store] = useState(createStore);
  useEffect(() => connectStore(store), [store]);
  useEffect(() => clearToasts, []);
  if (!session) return <Navigate to="/login" replace />;
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
