import { Suspense, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { HomePage } from '../pages/home-page.tsx';

const LoginPage = lazy(async () => ({ default: (await import('../pages/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('../pages/register-page.tsx')).RegisterPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));
const SignedInRoot = lazy(async () => ({ default: (await import('./signed-in-root.tsx')).SignedInRoot }));
const LibraryPage = lazy(async () => ({ default: (await import('../pages/library-page.tsx')).LibraryPage }));
const VideoPage = lazy(async () => ({ default: (await import('../pages/video-page.tsx')).VideoPage }));

/** Every address of the product. Each page is its own chunk; the store comes with the signed-in part. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/asset" element={<SignedInRoot />}>
          <Route path="view" element={<LibraryPage />} />
          <Route path=":id" element={<VideoPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
