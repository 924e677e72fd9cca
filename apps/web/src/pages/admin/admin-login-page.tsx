import { Navigate } from 'react-router-dom';
import { staffSession } from '../../api/staff/staff-session.ts';
import { PublicLayout } from '../../app/layouts/public-layout.tsx';
import { SignInForm } from '../../components/sign-in-form.tsx';
import { adminSignInStrings as words } from '../../features/admin-sign-in/admin-sign-in.strings.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function AdminLoginPage() {
  usePageTitle(words.pageTitle);
  if (staffSession.use()) return <Navigate to="/admin/dashboard" replace />;
  return (
    <PublicLayout title={words.title} home="/admin" hasThemes={false} aside={words.lead}>
      <SignInForm path="/admin/login" onSession={staffSession.start} words={words} />
    </PublicLayout>
  );
}
