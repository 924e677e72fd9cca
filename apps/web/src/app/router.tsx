import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

/** A page in a chunk of its own, found there by its name. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}

const HomePage = page(() => import('../pages/home-page.tsx'), 'HomePage');
const LoginPage = page(() => import('../pages/login-page.tsx'), 'LoginPage');
const RegisterPage = page(() => import('../pages/register-page.tsx'), 'RegisterPage');
const SupportPage = page(() => import('../pages/support-page.tsx'), 'SupportPage');
const ContactPage = page(() => import('../pages/contact-page.tsx'), 'ContactPage');
const PrivacyPage = page(() => import('../pages/privacy-page.tsx'), 'PrivacyPage');
const TermsPage = page(() => import('../pages/terms-page.tsx'), 'TermsPage');
const NotFoundPage = page(() => import('../pages/not-found-page.tsx'), 'NotFoundPage');
const importLibrary = () => import('../pages/library-page.tsx');
const importVideo = () => import('../pages/video-page.tsx');

/** The page inside the shell is fetched along with the shell, not after it. */
function importSignedIn() {
  const inner: () => Promise<unknown> =
    window.location.pathname === '/asset/view' ? importLibrary : importVideo;
  // A failure shows when the page itself is asked for.
  inner().catch(() => undefined);
  return import('./signed-in-root.tsx');
}

const SignedInRoot = page(importSignedIn, 'SignedInRoot');
const LibraryPage = page(importLibrary, 'LibraryPage');
const VideoPage = page(importVideo, 'VideoPage');

/** Every address of the product. Each page is its own chunk; the store comes with the signed-in part. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/support" element={<SupportPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/privacy-policy" element={<PrivacyPage />} />
        <Route path="/terms-of-service" element={<TermsPage />} />
        <Route path="/asset" element={<SignedInRoot />}>
          <Route path="view" element={<LibraryPage />} />
          <Route path=":id" element={<VideoPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
