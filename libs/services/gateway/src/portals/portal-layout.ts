import { readableOn } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { Html, html } from '../http/html.ts';
import type { PageFiles } from '../http/page-files.ts';
import { oembedLink, renderDocument } from '../public-pages/page-document.ts';
import { logoPath, pathIn, type Visit } from './portal-address.ts';

/** The backgrounds of `base.css`. */
const backgrounds = { light: '#faf7f2', dark: '#0e1218' };

export interface PortalPage {
  readonly portal: portalRpc.Portal;
  readonly visit: Visit;
  readonly files: PageFiles;
  /** The public address of the product; empty when none is configured. */
  readonly base: string;
  /** A picture of the settings, without a script. */
  readonly isPreview: boolean;
}

interface PageContent {
  readonly title: string;
  readonly head: Html;
  readonly main: Html;
  /** Of the page without the way it was opened. */
  readonly path: string;
  /** What is in the search field. */
  readonly keyword?: string;
}

/** Whether search engines may list the pages. */
export function isListed({ portal, visit }: Pick<PortalPage, 'portal' | 'visit'>): boolean {
  return portal.audience === 'anyone' && portal.isListed && !visit.isEmbedded;
}

/** A page in the look of its portal. */
export function renderPortalPage(page: PortalPage, content: PageContent): string {
  const { portal, visit, files, isPreview } = page;
  const { title, head, main, path } = content;
  const canonical = page.base === '' ? html`` : html`<link rel="canonical" href="${page.base}${path}" />`;
  const robots = isListed(page) ? html`` : html`<meta name="robots" content="noindex" />`;
  return renderDocument(
    {
      title,
      files,
      theme: visit.theme ?? portal.theme,
      styles: ['portal.css'],
      script: isPreview ? undefined : 'portal.js',
      isEmbedded: visit.isEmbedded,
      isOnlyEmbedded: portal.audience === 'domains',
      head: html`${robots}${canonical}${portal.audience === 'links' ? html`` : oembedLink(page.base === '' ? undefined : `${page.base}${path}`)}${accentStyle(portal)}${head}`,
      header: visit.isEmbedded ? html`` : header(page, content),
      footer: visit.isEmbedded ? html`` : footer,
    },
    main,
  );
}

function accentStyle({ accent }: portalRpc.Portal): Html {
  if (accent === undefined || !/^#[0-9a-f]{6}$/i.test(accent)) return html``;
  const light = colours(backgrounds.light, accent);
  const dark = colours(backgrounds.dark, accent);
  return new Html(
    `<style>:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${dark}}}:root[data-theme='dark']{${dark}}</style>`,
  );
}

function colours(background: string, accent: string): string {
  const signal = readableOn(background, accent);
  return `--signal:${signal};--signal-ink:${readableOn(signal, background)}`;
}

function header({ portal, visit }: PortalPage, { keyword = '' }: PageContent): Html {
  const logo = logoPath(portal);
  const name = logo
    ? html`<img src="${logo}" alt="${portal.name}" height="40" />`
    : html`<span>${portal.name}</span>`;
  return html`<header>
    <a class="skip" href="#main">Skip to the content</a>
    <a class="name" href="${pathIn(visit)}">${name}</a>
    ${portal.shows.includes('search') ? searchForm(visit, keyword) : html``}
  </header>`;
}

/** @param videoId only this video is searched */
export function searchForm(visit: Visit, keyword: string, videoId = ''): Html {
  const { linkId, isEmbedded, theme = '' } = visit;
  const hidden = Object.entries({ video: videoId, key: linkId, embed: isEmbedded ? '1' : '', theme })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  const label = videoId === '' ? 'Search all videos' : 'Search in this video';
  return html`<form
    class="search"
    role="search"
    aria-label="${label}"
    action="${pathIn({ ...visit, linkId: '', isEmbedded: false, theme: undefined }, 'search')}"
  >
    ${hidden}<input
      type="search"
      name="q"
      value="${keyword}"
      minlength="2"
      maxlength="300"
      required
      aria-label="${label}"
      placeholder="${label}"
    /><button type="submit">Search</button>
  </form>`;
}

const footer = html`<footer>
  <p>Made with <a href="/">Webinar Vault</a></p>
</footer>`;

/** A block of JSON-LD. Nothing in it can end its element. */
export function jsonLd(data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return new Html(`<script type="application/ld+json">${json}</script>`);
}
