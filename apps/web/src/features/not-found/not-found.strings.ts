/** A link to an existing page. */
export interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** The explanation for an address that has no page yet, and a link to the closest existing page. */
export interface MissingPage {
  readonly text: string;
  readonly link: PageLink;
}

const links = {
  features: { to: '/#features', label: 'See the features' },
  pricing: { to: '/#pricing', label: 'See the prices' },
  demo: { to: '/#demo', label: 'Open the demo' },
  home: { to: '/', label: 'Go to the front page' },
  support: { to: '/support', label: 'Help & Support' },
  contact: { to: '/contact', label: 'Send Feedback' },
  privacy: { to: '/privacy-policy', label: 'Read the privacy policy' },
  browserNotes: { to: '/privacy-policy#browser', label: 'What is kept in your browser' },
  terms: { to: '/terms-of-service', label: 'Read the terms of service' },
  signIn: { to: '/login', label: 'Sign in' },
  register: { to: '/register', label: 'Register' },
  library: { to: '/asset/view', label: 'Go to the library' },
} as const satisfies Record<string, PageLink>;

export const notFoundStrings = {
  title: 'There is no page here',
  text: 'The address may have changed, or the link may be incomplete.',
  similar: 'Did you mean this one?',
  lookedFor: 'You asked for',
  links,
} as const;

/** The addresses that the footer links to and that have no page yet. */
export const missingPages: Readonly<Record<string, MissingPage>> = {
  '/features': { text: 'The features are described on the front page.', link: links.features },
  '/pricing': { text: 'Both plans are on the front page.', link: links.pricing },
  '/integrations': {
    text: 'There is no list of integrations yet. Write to us what it should work with.',
    link: links.contact,
  },
  '/about': { text: 'We have not written about ourselves yet, only about the product.', link: links.home },
  '/blog': {
    text: 'There is no blog. The demo shows better than a post what the product does.',
    link: links.demo,
  },
  '/careers': {
    text: 'There are no open positions at the moment. You can write to us all the same.',
    link: links.contact,
  },
  '/press': {
    text: 'There is no press page. Ask, and you get an answer from a person.',
    link: links.contact,
  },
  '/status': {
    text: 'There is no status page. If something does not work for you, look here first.',
    link: links.support,
  },
  '/security': {
    text: 'The privacy policy says what is stored, where, and how it is deleted.',
    link: links.privacy,
  },
  '/cookie-policy': {
    text: 'There is no cookie policy because there are no cookies.',
    link: links.browserNotes,
  },
};

/** The addresses of existing pages, to correct mistyped ones. */
export const existingPages: Readonly<Record<string, PageLink>> = Object.fromEntries(
  [links.support, links.contact, links.privacy, links.terms, links.signIn, links.register].map((link) => [
    link.to,
    link,
  ]),
);
