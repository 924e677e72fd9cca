import { html, type Html } from '../http/html.ts';
import type { PageFiles } from '../http/page-files.ts';
import { shortened } from './page-texts.ts';

/** Characters of a title or a description that others show. */
const titleLength = 110;
const descriptionLength = 200;

export interface PageDocument {
  readonly title: string;
  readonly files: PageFiles;
  /** Names of its own style sheets and of its script. */
  readonly styles?: readonly string[];
  readonly script?: string | undefined;
  readonly head?: Html;
  readonly header?: Html;
  readonly footer?: Html;
  /** `auto` follows the system. */
  readonly theme?: string;
  /** Whether it is a part of another page. */
  readonly isEmbedded?: boolean;
  /** Whether it may be nothing else. */
  readonly isOnlyEmbedded?: boolean;
}

/** A public page, rendered without the app. */
export function renderDocument(page: PageDocument, main: Html): string {
  const { title, files, styles = [], script, head = html``, theme = 'auto' } = page;
  const marks = html`${page.isEmbedded ? html`data-embedded` : html``}
  ${page.isOnlyEmbedded ? html`data-only-embedded` : html``}`;
  const links = ['fonts.css', 'base.css', ...styles].map(
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
      <title>${title}</title>
      ${fonts}${links}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ${head}
      ${script === undefined ? html`` : html`<script type="module" src="${files.pathOf(script)}"></script>`}
    </head>
    <body>
      ${page.header ?? productHeader}
      <main id="main">${main}</main>
      ${page.footer ?? productFooter}
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}`;
}

/** The chapter strip in small, with the playhead, beside the name of the product. */
export const brand = html`<a class="brand" href="/"
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

/** A page that says why there is nothing else. @param isEmbedded it is a part of another page, which it tells */
export function renderNotice(
  title: string,
  sentence: string,
  files: PageFiles,
  { isEmbedded }: { readonly isEmbedded: boolean } = { isEmbedded: false },
): string {
  const head = html`<meta name="robots" content="noindex" />`;
  const embedded = { isEmbedded, script: 'notice.js', header: html``, footer: html`` };
  return renderDocument(
    { title: `${title} · Webinar Vault`, head, files, ...(isEmbedded ? embedded : {}) },
    html`<h1>${title}</h1>
      <p class="note">${sentence}</p>`,
  );
}

export interface SocialCard {
  readonly type: 'website' | 'video.other';
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  /** The public address of the page; without it no picture: others accept only absolute addresses. */
  readonly address: string | undefined;
  /** The address of its picture of 1200 by 630 pixels. */
  readonly picture: string;
}

/** What other sites show beside a link to the page. */
export function socialCard({ type, siteName, address, picture, ...texts }: SocialCard): Html {
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
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

/** Names where other sites learn how to embed the page. @param address of the page; without one it cannot be named */
export function oembedLink(address: string | undefined): Html {
  if (address === undefined) return html``;
  const described = `${new URL(address).origin}/oembed?url=${encodeURIComponent(address)}`;
  return html`<link rel="alternate" type="application/json+oembed" href="${described}" />`;
}
