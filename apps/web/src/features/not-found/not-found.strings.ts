/** A place that is there. */
export interface Place {
  readonly to: string;
  readonly label: string;
}

/** What somebody may have looked for under an address without a page, and the nearest there is. */
export interface Promised {
  readonly text: string;
  readonly place: Place;
}

const places = {
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
} as const satisfies Record<string, Place>;

export const notFoundStrings = {
  title: 'There is no page here',
  text: 'The address may have changed, or the link may be incomplete.',
  similar: 'Did you mean this one?',
  lookedFor: 'You asked for',
  places,
} as const;

/** The addresses the footer promises and that have no page of their own yet. */
export const promised: Readonly<Record<string, Promised>> = {
  '/features': { text: 'The features are described on the front page.', place: places.features },
  '/pricing': { text: 'Both plans are on the front page.', place: places.pricing },
  '/integrations': {
    text: 'There is no list of integrations yet. Tell us what it should work with.',
    place: places.contact,
  },
  '/about': { text: 'We have not written about ourselves yet, only about the product.', place: places.home },
  '/blog': {
    text: 'There is no blog. The demo shows better than a post what the product does.',
    place: places.demo,
  },
  '/careers': {
    text: 'There are no open positions at the moment. You can write to us all the same.',
    place: places.contact,
  },
  '/press': {
    text: 'There is no press page. Ask, and you get an answer from a person.',
    place: places.contact,
  },
  '/status': {
    text: 'There is no status page. If something does not work for you, look here first.',
    place: places.support,
  },
  '/security': {
    text: 'What is stored, where, and how it is deleted, stands in the privacy policy.',
    place: places.privacy,
  },
  '/cookie-policy': {
    text: 'There is no cookie policy because there are no cookies.',
    place: places.browserNotes,
  },
};

/** Addresses that have a page, for those who mistyped one. */
export const realAddresses: Readonly<Record<string, Place>> = Object.fromEntries(
  [places.support, places.contact, places.privacy, places.terms, places.signIn, places.register].map(
    (place) => [place.to, place],
  ),
);
