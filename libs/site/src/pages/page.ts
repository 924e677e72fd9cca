import { html, type Html } from '../html/html.ts';
import type { PageFiles } from '../files/page-files.ts';
import { cardTags, type Card } from './card.ts';

/** In place of domains: pages of any site may embed the answer, also those without an origin. */
export const anySite = '*';

/** Who may show an answer, and where. */
export interface Showing {
  /** Whether search engines may list it. */
  readonly isListed: boolean;
  /** The domains whose pages may embed it, or {@link anySite}. */
  readonly frames: readonly string[];
  /** Whether it was opened as a part of another page. */
  readonly isEmbedded: boolean;
  /** Whether it may be nothing else. */
  readonly isOnlyEmbedded: boolean;
}

/** A public page, whatever it is about. */
export interface Page {
  readonly showing: Showing;
  readonly title: string;
  readonly main: Html;
  /** Its public address without the way it was opened; undefined when none is configured, or when it needs a key. */
  readonly address?: string | undefined;
  readonly card?: Card;
  /** Names of its own style sheet and of its script. */
  readonly style?: string;
  readonly script?: string | undefined;
  /** `auto` follows the system. */
  readonly theme?: string;
  readonly colours?: Html;
  readonly head?: Html;
  readonly header?: Html;
  readonly footer?: Html;
}

const none = html``;

/** The document of a page: it needs no script to be read. */
export function renderPage(page: Page, files: PageFiles): string {
  const { showing, address, card, style, script, theme = 'auto' } = page;
  const marks = html`${showing.isEmbedded ? html`data-embedded` : none}
  ${showing.isOnlyEmbedded ? html`data-only-embedded` : none}`;
  const links = ['fonts.css', 'base.css', ...(style === undefined ? [] : [style])].map(
    (name) => html`<link rel="stylesheet" href="${files.pathOf(name)}" />`,
  );
  const fonts = files.fonts.map(
    (path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin />`,
  );
  const document = html`<html lang="en" data-theme="${theme}" ${marks}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}" />
      <title>${page.title}</title>
      ${fonts}${links}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ${robots(page)}${oembedLink(address)}${page.colours ?? none}${card ? cardTags(card, address) : none}${page.head ?? none}
      ${script === undefined ? none : html`<script type="module" src="${files.pathOf(script)}"></script>`}
    </head>
    <body>
      ${page.header ?? productHeader}
      <main id="main">${page.main}</main>
      ${page.footer ?? productFooter}
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}`;
}

/** The chapter strip in small, with the playhead, beside the name of the product. */
const brand = html`<a class="brand" href="/"
  ><svg width="24" height="20" viewBox="0 0 24 20" aria-hidden="true">
    <rect class="hue-0" y="6" width="6" height="8" rx="1.5" />
    <rect class="hue-1" x="7.5" y="6" width="4" height="8" rx="1.5" />
    <rect class="hue-2" x="13" y="6" width="11" height="8" rx="1.5" />
    <rect class="now" x="11.25" width="2" height="20" rx="1" /></svg
  >Webinar Vault</a
>`;

const productHeader = html`<header>${brand}</header>`;
const productFooter = html`<footer>
  <p>Shared with <a href="/">Webinar Vault</a>: recorded webinars that answer back.</p>
</footer>`;

/** What search engines may do with the page. */
function robots({ showing, address }: Page): Html {
  if (!showing.isListed) return html`<meta name="robots" content="noindex" />`;
  return address === undefined ? none : html`<link rel="canonical" href="${address}" />`;
}

/** Where other sites learn how to embed the page. */
function oembedLink(address: string | undefined): Html {
  if (address === undefined) return none;
  const described = `${new URL(address).origin}/oembed?url=${encodeURIComponent(address)}`;
  return html`<link rel="alternate" type="application/json+oembed" href="${described}" />`;
}
