import { Navigate } from 'react-router-dom';
import { staffSession } from '../../api/staff/staff-session.ts';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { SignInForm } from '../../components/account/sign-in-form.tsx';
import { SingleSignOn } from '../../features/admin-sign-in/components/single-sign-on.tsx';

export function AdminLoginPage() {
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
      <SingleSignOn />
    </PublicLayout>
  );
}
