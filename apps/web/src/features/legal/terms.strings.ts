import { maxVideoSeconds, plans } from '@vault/contracts';
import { operator } from '../../strings/operator.ts';
import type { LegalPart } from './components/legal-text.tsx';

const hours = String(maxVideoSeconds / 3600);
const { free, executive } = plans;
const thousands = (count: number) => count.toLocaleString('en-US');

export const termsStrings = {
  title: 'Terms of service',
  description: 'What you get from Webinar Vault, what it costs, and what each side may expect of the other.',
  lead: 'What you get, what it costs, and what each of us may expect of the other.',
  dated: 'In force since 28 November 2026.',
} as const;

export const termsParts: readonly LegalPart[] = [
  {
    id: 'service',
    title: '1. The service',
    paragraphs: [
      `${operator.name} takes your recorded webinars, writes captions and chapters for them, finds quotes, and lets you search, play and reuse them. One recording may be up to ${hours} hours long.`,
      'Captions, chapters, summaries and quotes are made by machines. They are often right and sometimes not: check what you publish.',
    ],
  },
  {
    id: 'account',
    title: '2. Your account',
    paragraphs: [
      'An account belongs to one person. Keep the password to yourself; you are responsible for what is done with it. Inform us if you think that somebody else knows it.',
    ],
  },
  {
    id: 'plans',
    title: '3. Plans and payment',
    paragraphs: [
      `${free.name} costs $${String(free.pricePerMonth)} per month after a free trial of 3 days and allows ${String(free.videoLimit)} videos at a time with ${thousands(free.monthlyTokens)} tokens a month. ${executive.name} costs $${String(executive.pricePerMonth)} per month, has no free trial and allows ${String(executive.videoLimit)} videos at a time with ${thousands(executive.monthlyTokens)} tokens a month. It includes ${String(executive.portalLimit)} portals: pages with videos of your choice, which you may also embed in your own site.`,
      `Tokens pay for texts that are generated for you. An operation that fails costs none. More tokens can be bought, and enterprise plans are agreed on in writing: write to ${operator.email}.`,
      'A trial ends automatically and costs nothing. A membership runs for one month at a time and continues only if you pay for the next one. When it has ended you can still sign in, watch, export and delete; uploading and generating texts wait until you come back.',
    ],
  },
  {
    id: 'content',
    title: '4. Your content stays yours',
    paragraphs: [
      'We claim no rights in your recordings or in what is made from them. You allow us to store and process them as far as the service needs, and no further: we do not sell them or train models on them. They become public only where you publish them: with a link to a moment, or in a portal.',
      'Upload only what you may upload. The people who speak in a webinar must know that it is recorded and kept.',
    ],
  },
  {
    id: 'rules',
    title: '5. What is not allowed',
    paragraphs: [
      'Recordings that are against the law or hurt the rights of others, attempts to reach other people’s libraries or to break the service, and more requests than a person and their tools would make. We may stop an account that does this, and say why.',
    ],
  },
  {
    id: 'availability',
    title: '6. Availability and liability',
    paragraphs: [
      'We work to keep the service running and your recordings safe, but we do not promise that it never stops or has no faults. Keep your own copy of a recording you cannot lose.',
      'We are fully liable for damage that we cause on purpose or by gross negligence. For other damage our liability is limited to what you paid in the twelve months before, as far as the law allows such a limit.',
    ],
  },
  {
    id: 'ending',
    title: '7. Ending an account',
    paragraphs: [
      `You can leave at any time: stop paying, or delete the account on its Account page. If you cannot sign in, write to ${operator.email}. We can end an account with thirty days’ notice, or at once when part 5 was broken. Before we delete it you have time to take your content with you, unless the law forbids it.`,
    ],
  },
  {
    id: 'changes',
    title: '8. Changes to these terms',
    paragraphs: [
      'When the terms change we inform you by e-mail thirty days before. If you do not agree, you can leave before they apply, and what you paid for the time after is returned.',
    ],
  },
];
