import { briefPages } from '../features/brief/brief.strings.ts';
import { contactStrings } from '../features/contact/contact.strings.ts';
import { landingStrings } from '../features/landing/landing.strings.ts';
import { privacyStrings } from '../features/legal/privacy.strings.ts';
import { termsStrings } from '../features/legal/terms.strings.ts';
import { supportStrings } from '../features/support/support.strings.ts';
import { strings } from '../strings/shared.strings.ts';

/** A public page, which the build renders to a document. */
export interface PublicPage {
  readonly address: string;
  /** Name of its module in `src/pages`; the document preloads its script. */
  readonly module: string;
  /** Title in the browser tab and in search results. */
  readonly title: string;
  readonly description: string;
  /** Whether the build renders its markup. Forms are not prerendered: they cannot be used before hydration. */
  readonly isPrerendered: boolean;
}

interface Words {
  readonly title: string;
  readonly description: string;
}

const page = (
  address: string,
  module: string,
  { title, description }: Words,
  isPrerendered = true,
): PublicPage => ({
  address,
  module,
  title: title ? `${title} · ${strings.brand}` : strings.brand,
  description,
  isPrerendered,
});

export const publicPages: readonly PublicPage[] = [
  page('/', 'home-page', landingStrings),
  page('/support', 'support-page', supportStrings),
  page('/contact', 'contact-page', contactStrings, false),
  page('/privacy-policy', 'privacy-page', privacyStrings),
  page('/terms-of-service', 'terms-page', termsStrings),
  ...Object.entries(briefPages).map(([name, words]) => page(`/${name}`, 'brief-page', words)),
  page('/login', 'login-page', { title: 'Sign in', description: landingStrings.description }, false),
  page(
    '/register',
    'register-page',
    { title: 'Create your vault', description: landingStrings.description },
    false,
  ),
];
