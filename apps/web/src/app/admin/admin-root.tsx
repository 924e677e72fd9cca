import { ChakraProvider } from '@chakra-ui/react';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { Navigate, Route, Routes } from 'react-router-dom';
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { staffSession } from '../../api/staff/staff-session.ts';
import { AdminToaster } from '../../components/admin/admin-toaster.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { componentSystem } from '../../theme/component-system.ts';
import { useForcedTheme } from '../../theme/theme-mode.ts';
import { AdminShell } from './admin-layout.tsx';
import { Nothing } from '../../components/admin/list-states.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { adminStrings as words } from './admin.strings.ts';
import { watchSessionExpiry } from '../../api/session-expiry.ts';
import { staffApi } from '../../api/staff/staff-api.ts';
import { sayLast } from '../../components/admin/say.ts';
import { strings } from '../../strings.ts';

// How long the checks of development take depends on the machine: no warning about it.
const checks = { immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } };

/** The store of the admin area, separate from the store of the user pages. */
function createAdminStore() {
  return configureStore({
    reducer: { [staffApi.reducerPath]: staffApi.reducer },
    middleware: (defaults) =>
      defaults(checks).prepend(createListenerMiddleware().middleware).concat(staffApi.middleware),
    // A change is rendered in the same frame, not in the next one.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

type AdminStore = ReturnType<typeof createAdminStore>;

/** Clears the loaded data when the signed-in staff member changes or signs out. */
function followSession(store: AdminStore): () => void {
  let owner = staffSession.read()?.id;
  return staffSession.subscribe(() => {
    const current = staffSession.read()?.id;
    if (current === owner) return;
    owner = current;
    store.dispatch(staffApi.util.resetApiState());
  });
}

/**
 * Connects the store to window focus, the stored session and session expiry.
 * @returns a function that disconnects it
 */
function connectAdminStore(store: AdminStore): () => void {
  const cleanups = [
    setupListeners(store.dispatch),
    followSession(store),
    watchSessionExpiry({
      dispatch: store.dispatch,
      session: staffSession,
      onRefused: (shownMs) => {
        sayLast(strings.loggedOut, shownMs);
      },
    }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** A lazily loaded page, exported from its module under `name`. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}

const LoginPage = page(() => import('../../pages/admin/admin-login-page.tsx'), 'AdminLoginPage');
const DashboardPage = page(() => import('../../pages/admin/dashboard-page.tsx'), 'DashboardPage');
const UsersPage = page(() => import('../../pages/admin/users-page.tsx'), 'UsersPage');
const VideosPage = page(() => import('../../pages/admin/videos-page.tsx'), 'VideosPage');
const HistoriesPage = page(() => import('../../pages/admin/token-histories-page.tsx'), 'TokenHistoriesPage');
const AuditPage = page(() => import('../../pages/admin/audit-page.tsx'), 'AuditPage');
const StaffPage = page(() => import('../../pages/admin/staff-page.tsx'), 'StaffPage');

/** Redirects `/admin` to the dashboard or to sign-in. */
function AdminEntry() {
  return <Navigate to={staffSession.use() ? '/admin/dashboard' : '/admin/login'} replace />;
}

/** All routes of the admin area, with a separate store and session, and Chakra's components in the product's theme. */
export function AdminRoot() {
  useForcedTheme('dark');
  const [store] = useState(createAdminStore);
  useEffect(() => connectAdminStore(store), [store]);
  return (
    <ChakraProvider value={componentSystem}>
      <Provider store={store}>
        <Suspense fallback={null}>
          <Routes>
            <Route index element={<AdminEntry />} />
            <Route path="login" element={<LoginPage />} />
            <Route element={<AdminShell />}>
              <Route path="dashboard" element={<DashboardPage />} />
              <Route path="users" element={<UsersPage />} />
              <Route path="videos" element={<VideosPage />} />
              <Route path="token-histories" element={<HistoriesPage />} />
              <Route path="token-histories/:employeeId" element={<HistoriesPage />} />
              <Route path="audit" element={<AuditPage />} />
              <Route path="staff" element={<StaffPage />} />
              <Route path="*" element={<AdminNoPage />} />
            </Route>
          </Routes>
        </Suspense>
      </Provider>
      <AdminToaster />
    </ChakraProvider>
  );
}

/** Shown for an unknown address of the admin area. */
function AdminNoPage() {
  usePageTitle(words.noPageTitle);
  return (
    <Nothing title={words.noPageTitle} text={words.noPageText}>
      <TextLink to="/admin/dashboard">{words.toDashboard}</TextLink>
    </Nothing>
  );
}
