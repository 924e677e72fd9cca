import type { TimeSpan } from '@vault/contracts';
import { html, type Html } from '../html/html.ts';
import { shortened } from '../html/texts.ts';

/** Characters of a title or a description that others show. */
const titleLength = 110;
const descriptionLength = 200;

/** What other sites show of a page: its texts and its picture beside a link, and how they name its frame. */
export interface Card {
  readonly type: 'website' | 'video.other';
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  /** Below the title, in the picture. */
  readonly source: string;
  readonly detail: string;
  /** Whether the title is what somebody said. */
  readonly isQuote: boolean;
  readonly chapters: readonly TimeSpan[];
  /** Seconds. */
  readonly duration: number;
  /** A span to mark below the chapters. */
  readonly now?: TimeSpan;
}

/** The card as tags of its page. Other sites accept only absolute addresses: without one there is no picture. */
export function cardTags({ type, siteName, ...texts }: Card, address: string | undefined): Html {
  const title = shortened(texts.title, titleLength);
  const description = shortened(texts.description, descriptionLength);
  const tags = html`<meta name="description" content="${description}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />`;
  if (address === undefined) return tags;
  return html`${tags}
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${address}/card.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}
