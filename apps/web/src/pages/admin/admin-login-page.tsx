import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { staffSession } from '../../api/staff/staff-session.ts';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { SignInForm } from '../../components/account/sign-in-form.tsx';
import { SingleSignOn } from '../../features/admin-sign-in/components/single-sign-on.tsx';

export function AdminLoginPage() {
  const returned = useReturnedQuery();
  if (staffSession.use()) return <Navigate to="/admin/dashboard" replace />;
  return (
    <PublicLayout
      title="Admin"
      pageTitle="Admin sign-in"
      home="/admin"
      hasThemes={false}
      aside="For staff of Webinar Vault. Sessions end after 30 minutes without use."
    >
      <SignInForm path="/admin/login" onSession={staffSession.start} emailLabel="Email" />
      <SingleSignOn returned={returned} />
    </PublicLayout>
  );
}

/** The query with which a provider has sent the browser back. It leaves the address at once, so that a reload does not send it again. */
function useReturnedQuery(): string {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => (new URLSearchParams(search).has('state') ? search.slice(1) : ''));
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  return returned;
}
