import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { HomePage } from '../pages/home-page.tsx';

/** A page in a chunk of its own, found there by its name. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}

const LoginPage = page(() => import('../pages/login-page.tsx'), 'LoginPage');
const RegisterPage = page(() => import('../pages/register-page.tsx'), 'RegisterPage');
const NotFoundPage = page(() => import('../pages/not-found-page.tsx'), 'NotFoundPage');
const SignedInRoot = page(() => import('./signed-in-root.tsx'), 'SignedInRoot');
const LibraryPage = page(() => import('../pages/library-page.tsx'), 'LibraryPage');
const VideoPage = page(() => import('../pages/video-page.tsx'), 'VideoPage');

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
