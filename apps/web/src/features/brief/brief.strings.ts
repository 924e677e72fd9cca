import { operator } from '../../strings/operator.ts';

/** A page of a few paragraphs. */
export interface BriefPage {
  readonly title: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
  /** Where to read or ask more. */
  readonly link: { readonly to: string; readonly label: string };
}

const contact = { to: '/contact', label: 'Write to us' };

/** The short pages that the footer links to, by the name in their address. They promise nothing that is not true. */
export const briefPages = {
  integrations: {
    title: 'Integrations',
    description: 'What Webinar Vault works with today, and what is planned.',
    paragraphs: [
      'A portal puts webinars with their chapters into your own pages: with a script, with an iframe, or by its address in tools that read oEmbed. Chapters, quotes, captions and transcripts can be downloaded in formats that other tools read, chapters can be pasted into YouTube, and the API does everything that the pages do.',
      'Ready-made integrations with single products are planned. Tell us what Webinar Vault should work with; that decides what comes first.',
    ],
    link: contact,
  },
  about: {
    title: 'About',
    description: 'What Webinar Vault is, and who runs it.',
    paragraphs: [
      'Webinar Vault turns recorded webinars into a library that people use: captions, chapters, exact quotes, clips, and a search that finds when something was said.',
      `This site is run by ${operator.name}. You reach us at ${operator.email}.`,
      operator.address,
    ],
    link: contact,
  },
  blog: {
    title: 'Blog',
    description: 'The Webinar Vault blog has not started yet.',
    paragraphs: [
      'There are no posts yet. Changes to the product will be described here.',
      'Until then, the demo on the front page shows what the product does.',
    ],
    link: { to: '/#demo', label: 'Open the demo' },
  },
  careers: {
    title: 'Careers',
    description: 'Open positions at Webinar Vault.',
    paragraphs: [
      'There are no open positions at the moment. When there are, they will be listed here. You can still write to us.',
    ],
    link: contact,
  },
  press: {
    title: 'Press',
    description: 'Contact for journalists who write about Webinar Vault.',
    paragraphs: [
      `There is no press material yet. Write to ${operator.email}, and a person answers your questions.`,
    ],
    link: { to: '/about', label: 'About Webinar Vault' },
  },
  status: {
    title: 'Status',
    description: 'Where to look when something in Webinar Vault does not work.',
    paragraphs: [
      'A page that shows the state of the service is planned. Today each card in the library shows the step that its webinar is in, and what failed, if something did. An interrupted upload continues where it stopped.',
      `If something does not work for you, the help page has answers, and ${operator.email} reaches a person.`,
    ],
    link: { to: '/support', label: 'Help & Support' },
  },
  security: {
    title: 'Security',
    description: 'How Webinar Vault protects accounts and recordings, and how to report a weakness.',
    paragraphs: [
      'Each user sees only their own library; an address that belongs to somebody else looks like one that does not exist. Others see only what you share: a link to a moment or a portal, until you end it. Passwords are stored as argon2id hashes, which cannot be turned back into passwords. Signing out ends a session at once; a new password or deleting the account ends them all.',
      'Pages load nothing from other companies, and there are no cookies. What is stored, where, and how it is deleted is in the privacy policy.',
      `If you have found a weakness, please write to ${operator.email} before you publish it.`,
    ],
    link: { to: '/privacy-policy', label: 'Read the privacy policy' },
  },
  'cookie-policy': {
    title: 'Cookie policy',
    description: 'Webinar Vault sets no cookies; what it keeps in your browser instead.',
    paragraphs: [
      'Webinar Vault sets no cookies, and neither does anybody else on its pages.',
      'A few things are stored in your browser: who is signed in, the theme you chose, uploads that are not finished, changes that are not saved, and feedback you wrote. They stay on your device. Clearing the site’s data in your browser removes all of them.',
    ],
    link: { to: '/privacy-policy#browser', label: 'What is kept in your browser' },
  },
} as const satisfies Record<string, BriefPage>;

export type BriefName = keyof typeof briefPages;
