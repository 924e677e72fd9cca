import { operator } from '../../strings/operator.ts';
import type { LegalPart } from './components/legal-text.tsx';

export const privacyStrings = {
  title: 'Privacy policy',
  description:
    'What Webinar Vault stores about you and your webinars, where it is kept, and how it is deleted.',
  lead: 'What we keep, where it is, and how to make it go away. No tracking, no advertising, no cookies.',
  dated: 'In force since 28 November 2026.',
} as const;

export const privacyParts: readonly LegalPart[] = [
  {
    id: 'account',
    title: '1. Your account',
    paragraphs: [
      'When you register we store your e-mail address, first name, last name, the plan you chose and when it ends. Your password is stored only as an argon2id hash, which cannot be turned back into the password.',
      'While you are signed in, our servers store a session, so that logging out, or the end of a membership, takes effect at once.',
      'In a team, its members see your name. Those who may edit also see your e-mail address, and the day on which you last used the team.',
    ],
  },
  {
    id: 'webinars',
    title: '2. Your webinars',
    paragraphs: [
      'For each webinar we store the recording you sent, the versions made from it for playing and downloading, still pictures, the transcript, and what is generated from the transcript: chapters, summaries, quotes and texts you ask for. We also store titles, descriptions and every change you make, and what you set up yourself: the names of speakers, your glossary, clips, links and portals. Where captions tell speakers apart, we compare the voices of a recording while we make its captions, and keep nothing of the voices.',
      'You alone see your library. Other users do not, and an address that belongs to somebody else looks like one that does not exist. What you share is the exception: whoever has a link to a moment can play it, and a portal is seen by whom you choose, until you end it.',
      'Of visitors of your links and portals we store nothing but how often a video was played: one number for each.',
    ],
  },
  {
    id: 'where',
    title: '3. Where it is kept',
    paragraphs: [
      `On the servers of ${operator.name}. Captions are made there, on our own machines: by default no recording and no transcript leaves them.`,
      'An installation can be set up to use an outside video host, or an outside language model for texts you ask for. Then the recordings go to that host, or the transcript to that model, for this purpose alone. Write to us to learn which of the two applies to you.',
    ],
  },
  {
    id: 'browser',
    title: '4. In your browser',
    paragraphs: [
      'We set no cookies. The product stores a few things in your browser: who is signed in, the theme you chose, uploads that are not finished, and feedback you wrote on the feedback page. They stay on your device. Logging out removes the first; clearing the site’s data in your browser removes all.',
      'Pages load nothing from other companies: no analytics, no fonts, no pictures, no scripts of third parties.',
    ],
  },
  {
    id: 'logs',
    title: '5. Logs',
    paragraphs: [
      'To find faults, servers log each request: when it was made and how it ended. These logs hold no passwords, no tokens and no transcript text. Attempts to sign in are counted per account and network address for a few minutes, to slow down guessing.',
    ],
  },
  {
    id: 'deletion',
    title: '6. Deletion',
    paragraphs: [
      'Delete a video and it leaves your library at once. Its recording, pictures, captions, chapters, quotes, clips, links and search entries are removed within a day.',
      `You delete your account, with everything in it, on its Account page. Its links and portals stop working, and it cannot be brought back: download your data there first. If you cannot sign in, write to ${operator.email} from the address you registered.`,
    ],
  },
  {
    id: 'rights',
    title: '7. What you can ask of us',
    paragraphs: [
      `What we store about you, a copy of it, a correction, or its deletion. Your Account page has a copy of all your data to download. For anything else, one e-mail to ${operator.email} is enough. If our answer is not good enough, you can complain to the data protection authority where you live.`,
    ],
  },
  {
    id: 'changes',
    title: '8. Changes',
    paragraphs: [
      'When this text changes, the date above changes with it. If a change means that we keep more than before, we inform you by e-mail first.',
    ],
  },
];
