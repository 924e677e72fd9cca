import { Suspense, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/home-page.tsx';
import { PageSkeleton } from '../components/page-skeleton.tsx';

const LoginPage = lazy(async () => ({ default: (await import('../pages/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('../pages/register-page.tsx')).RegisterPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));

/** Every address of the product. Each page is its own chunk. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
