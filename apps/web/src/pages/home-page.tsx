import { Navigate } from 'react-router-dom';
import { useUserSession } from '../api/user-session.ts';

/** The front door: to the library when signed in, else to sign-in. */
export function HomePage() {
  return <Navigate to={useUserSession() ? '/asset/view' : '/login'} replace />;
}
