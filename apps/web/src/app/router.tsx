import { Suspense } from 'react';
import { createRoutesFromElements, Navigate, Route, useRoutes } from 'react-router-dom';
import { PageSkeleton } from '../components/ui/skeleton-block.tsx';
import { page } from './lazy-page.ts';

const HomePage = page(() => import('../pages/home-page.tsx'), 'HomePage');
const LoginPage = page(() => import('../pages/login-page.tsx'), 'LoginPage');
const RegisterPage = page(() => import('../pages/register-page.tsx'), 'RegisterPage');
const ForgotPasswordPage = page(() => import('../pages/forgot-password-page.tsx'), 'ForgotPasswordPage');
const ConfirmEmailPage = page(() => import('../pages/email-link-page.tsx'), 'ConfirmEmailPage');
const UndoEmailPage = page(() => import('../pages/email-link-page.tsx'), 'UndoEmailPage');
const ResetPasswordPage = page(() => import('../pages/reset-password-page.tsx'), 'ResetPasswordPage');
const SupportPage = page(() => import('../pages/support-page.tsx'), 'SupportPage');
const ContactPage = page(() => import('../pages/contact-page.tsx'), 'ContactPage');
const PrivacyPage = page(() => import('../pages/privacy-page.tsx'), 'PrivacyPage');
const TermsPage = page(() => import('../pages/terms-page.tsx'), 'TermsPage');
const BriefPage = page(() => import('../pages/brief-page.tsx'), 'BriefPage');
const JoinPage = page(() => import('../pages/teams/join-page.tsx'), 'JoinPage');
const SignOnPage = page(() => import('../pages/teams/sign-on-page.tsx'), 'SignOnPage');
const NotFoundPage = page(() => import('../pages/not-found-page.tsx'), 'NotFoundPage');
const importLibrary = () => import('../pages/library-page.tsx');
const importVideo = () => import('../pages/video-page.tsx');
const importAccount = () => import('../pages/account-page.tsx');
const importGlossary = () => import('../pages/glossary-page.tsx');
const importPortals = () => import('../pages/portals-page.tsx');
const importTeam = () => import('../pages/teams/settings-pages.ts');
const importPortal = () => import('../pages/portal-page.tsx');

/** The imports of the signed-in pages by the beginning of their addresses; the first that fits counts. */
const signedInImports: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/^\/account/, importAccount],
  [/^\/asset\/view/, importLibrary],
  [/^\/glossary/, importGlossary],
  [/^\/portals\/?$/, importPortals],
  [/^\/portals/, importPortal],
  [/^\/workspace/, importTeam],
];

/** Loads the page in parallel with the layout around it, not after it. */
function importSignedIn() {
  const { pathname } = window.location;
  const [, inner] = signedInImports.find(([beginning]) => beginning.test(pathname)) ?? [null, importVideo];
  // The router reports a failure when it loads the page itself.
  inner().catch(() => undefined);
  return import('./signed-in-root.tsx');
}

const SignedInRoot = page(importSignedIn, 'SignedInRoot');
const AdminRoot = page(() => import('./admin-root.tsx'), 'AdminRoot');
const LibraryPage = page(importLibrary, 'LibraryPage');
const VideoPage = page(importVideo, 'VideoPage');
const AccountPage = page(importAccount, 'AccountPage');
const GlossaryPage = page(importGlossary, 'GlossaryPage');
const GlossaryApplyPage = page(importGlossary, 'GlossaryApplyPage');
const PortalsPage = page(importPortals, 'PortalsPage');
const PortalPage = page(importPortal, 'PortalPage');
const WorkspacePage = page(importTeam, 'WorkspacePage');
const AuditLogPage = page(importTeam, 'AuditLogPage');
const SignOnSettingsPage = page(importTeam, 'SignOnSettingsPage');

const briefNames = [
  'integrations',
  'about',
  'blog',
  'careers',
  'press',
  'status',
  'security',
  'cookie-policy',
] as const;

/** All routes of the product. Each page is a separate chunk; the store is loaded with the signed-in pages. */
export const appRoutes = createRoutesFromElements(
  <>
    <Route path="/" element={<HomePage />} />
    <Route path="/login" element={<LoginPage />} />
    <Route path="/register" element={<RegisterPage />} />
    <Route path="/forgot-password" element={<ForgotPasswordPage />} />
    <Route path="/reset-password" element={<ResetPasswordPage />} />
    <Route path="/confirm-email" element={<ConfirmEmailPage />} />
    <Route path="/undo-email" element={<UndoEmailPage />} />
    <Route path="/join" element={<JoinPage />} />
    <Route path="/sign-on/:team" element={<SignOnPage />} />
    <Route path="/support" element={<SupportPage />} />
    <Route path="/contact" element={<ContactPage />} />
    <Route path="/privacy-policy" element={<PrivacyPage />} />
    <Route path="/terms-of-service" element={<TermsPage />} />
    <Route path="/features" element={<Navigate to="/#features" replace />} />
    <Route path="/pricing" element={<Navigate to="/#pricing" replace />} />
    {briefNames.map((name) => (
      <Route key={name} path={`/${name}`} element={<BriefPage name={name} />} />
    ))}
    <Route element={<SignedInRoot />}>
      <Route path="/asset" element={null} />
      <Route path="/asset/view" element={<LibraryPage />} />
      <Route path="/asset/:id" element={<VideoPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/glossary" element={<GlossaryPage />} />
      <Route path="/glossary/apply" element={<GlossaryApplyPage />} />
      <Route path="/portals" element={<PortalsPage />} />
      <Route path="/portals/:id" element={<PortalPage />} />
      <Route path="/workspace" element={<WorkspacePage />} />
      <Route path="/workspace/audit" element={<AuditLogPage />} />
      <Route path="/workspace/sign-on" element={<SignOnSettingsPage />} />
    </Route>
    <Route path="/admin/*" element={<AdminRoot />} />
    <Route path="*" element={<NotFoundPage />} />
  </>,
);

/** The page of the current address. */
export function AppRoutes() {
  return <Suspense fallback={<PageSkeleton />}>{useRoutes(appRoutes)}</Suspense>;
}
