import { ChakraProvider } from '@chakra-ui/react';
import { Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { createRoutesFromElements, Navigate, Route, useRoutes } from 'react-router-dom';
import { staffSession } from '../api/staff/staff-session.ts';
import { componentSystem } from '../theme/component-system.ts';
import { useForcedTheme } from '../theme/theme-mode.ts';
import { AdminShell } from '../layouts/admin/admin-layout.tsx';
import { EmptyState } from '../components/admin/list/list-states.tsx';
import { TextLink } from '../components/ui/text-link.tsx';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { staffApi } from '../api/staff/staff-api.ts';
import { strings } from '../strings/shared.strings.ts';
import { page } from './lazy-page.ts';
import { connectApiStore, createApiStore } from './api-store.ts';
import { showToast } from '../components/ui/toasts/toasts.ts';
import { Toaster } from '../components/ui/toasts/toaster.tsx';

/** Connects the store to the session of staff. @returns a function that disconnects it */
function connectAdminStore({ dispatch }: ReturnType<typeof createApiStore>): () => void {
  return connectApiStore(dispatch, {
    session: staffSession,
    onOtherOwner: () => dispatch(staffApi.util.resetApiState()),
    onRefused: (durationMs) => {
      showToast({ kind: 'error', text: strings.loggedOut, durationMs, isLast: true, position: 'top' });
    },
  });
}

const LoginPage = page(() => import('../pages/admin/admin-login-page.tsx'), 'AdminLoginPage');
const DashboardPage = page(() => import('../pages/admin/dashboard-page.tsx'), 'DashboardPage');
const UsersPage = page(() => import('../pages/admin/users-page.tsx'), 'UsersPage');
const TeamsPage = page(() => import('../pages/admin/teams-page.tsx'), 'TeamsPage');
const VideosPage = page(() => import('../pages/admin/videos-page.tsx'), 'VideosPage');
const HistoriesPage = page(() => import('../pages/admin/token-histories-page.tsx'), 'TokenHistoriesPage');
const AuditPage = page(() => import('../pages/admin/audit-page.tsx'), 'AuditPage');
const StaffPage = page(() => import('../pages/admin/staff-page.tsx'), 'StaffPage');

/** Redirects `/admin` to the dashboard or to sign-in. */
function AdminEntry() {
  return <Navigate to={staffSession.use() ? '/admin/dashboard' : '/admin/login'} replace />;
}

/** All routes of the admin area, below `/admin`. */
export const adminRoutes = createRoutesFromElements(
  <>
    <Route index element={<AdminEntry />} />
    <Route path="login" element={<LoginPage />} />
    <Route element={<AdminShell />}>
      <Route path="dashboard" element={<DashboardPage />} />
      <Route path="users" element={<UsersPage />} />
      <Route path="teams" element={<TeamsPage />} />
      <Route path="videos" element={<VideosPage />} />
      <Route path="token-histories" element={<HistoriesPage />} />
      <Route path="token-histories/:employeeId" element={<HistoriesPage />} />
      <Route path="audit" element={<AuditPage />} />
      <Route path="staff" element={<StaffPage />} />
      <Route path="*" element={<AdminNoPage />} />
    </Route>
  </>,
);

function AdminRoutes() {
  return useRoutes(adminRoutes);
}

/** The admin area, with a separate store and session, and Chakra's components in the product's theme. */
export function AdminRoot() {
  useForcedTheme('dark');
  const [store] = useState(() => createApiStore(staffApi));
  useEffect(() => connectAdminStore(store), [store]);
  return (
    <ChakraProvider value={componentSystem}>
      <Provider store={store}>
        <Suspense fallback={null}>
          <AdminRoutes />
        </Suspense>
      </Provider>
      <Toaster />
    </ChakraProvider>
  );
}

/** Shown for an unknown address of the admin area. */
function AdminNoPage() {
  usePageTitle('This page does not exist');
  return (
    <EmptyState title="This page does not exist" text="The address may be out of date or mistyped.">
      <TextLink to="/admin/dashboard">Go to the dashboard</TextLink>
    </EmptyState>
  );
}
