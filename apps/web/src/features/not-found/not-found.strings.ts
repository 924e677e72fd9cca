/** A link to an existing page. */
export interface PageLink {
  readonly to: string;
  readonly label: string;
}

const links = {
  features: { to: '/#features', label: 'See the features' },
  pricing: { to: '/#pricing', label: 'See the prices' },
  home: { to: '/', label: 'Go to the front page' },
  support: { to: '/support', label: 'Help & Support' },
  contact: { to: '/contact', label: 'Send Feedback' },
  privacy: { to: '/privacy-policy', label: 'Read the privacy policy' },
  terms: { to: '/terms-of-service', label: 'Read the terms of service' },
  signIn: { to: '/login', label: 'Sign in' },
  register: { to: '/register', label: 'Register' },
  library: { to: '/asset/view', label: 'Go to the library' },
} as const satisfies Record<string, PageLink>;

export const notFoundStrings = {
  title: 'This page does not exist',
  text: 'The address may have changed, or the link may be incomplete.',
  similar: 'Did you mean this one?',
  lookedFor: 'You asked for',
  links,
} as const;

/** The addresses of existing pages, to correct mistyped ones. */
export const existingPages: Readonly<Record<string, PageLink>> = Object.fromEntries(
  [
    links.support,
    links.contact,
    links.privacy,
    links.terms,
    links.signIn,
    links.register,
    links.features,
    links.pricing,
  ].map((link) => [link.to.replace('#', ''), link]),
);
