import { contactStrings } from '../features/contact/contact.strings.ts';
import { landingStrings } from '../features/landing/landing.strings.ts';
import { privacyStrings } from '../features/legal/privacy.strings.ts';
import { termsStrings } from '../features/legal/terms.strings.ts';
import { supportStrings } from '../features/support/support.strings.ts';
import { strings } from '../strings.ts';

/** A page that is the same for everybody: the build writes it down as a document of its own. */
export interface PublicPage {
  readonly address: string;
  /** Name of its module in `src/pages`, whose script its document asks for early. */
  readonly module: string;
  /** As it stands in the tab and in search results. */
  readonly title: string;
  readonly description: string;
}

interface Words {
  readonly title: string;
  readonly description: string;
}

const page = (address: string, module: string, { title, description }: Words): PublicPage => ({
  address,
  module,
  title: title ? `${title} · ${strings.brand}` : strings.brand,
  description,
});

export const publicPages: readonly PublicPage[] = [
  page('/', 'home-page', landingStrings),
  page('/support', 'support-page', supportStrings),
  page('/contact', 'contact-page', contactStrings),
  page('/privacy-policy', 'privacy-page', privacyStrings),
  page('/terms-of-service', 'terms-page', termsStrings),
];
