import { readableOn } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { Html, html } from '../html/html.ts';
import type { PageFiles } from '../files/page-files.ts';
import type { Card } from '../pages/card.ts';
import type { Page, Showing } from '../pages/page.ts';
import { logoPath, pathIn, type Visit } from './portal-address.ts';

/** The backgrounds of `base.css`. */
const backgrounds = { light: '#faf7f2', dark: '#0e1218' };

/** A portal as a visitor opened it, and what its pages need to be made. */
export interface ShownPortal {
  readonly portal: portalRpc.Portal;
  readonly visit: Visit;
  readonly files: PageFiles;
  /** The public address of the product; empty when none is configured. */
  readonly base: string;
}

interface Content {
  readonly title: string;
  readonly main: Html;
  readonly card?: Card;
  readonly head?: Html;
  /** The id of a video, when it is about one. */
  readonly videoId?: string;
  /** What is in the search field. */
  readonly keyword?: string;
}

export function showingOf({ portal, visit: { isEmbedded } }: ShownPortal): Showing {
  const { audience, domains: frames } = portal;
  const isListed = audience === 'anyone' && portal.isListed && !isEmbedded;
  return { isListed, frames, isEmbedded, isOnlyEmbedded: audience === 'domains' };
}

/** The public address of a page of the portal. A private link is none: its key is only for those who got it. */
export function addressOf({ portal, base }: ShownPortal, videoId?: string): string | undefined {
  if (base === '' || portal.audience === 'links') return undefined;
  return `${base}/p/${portal.slug}${videoId === undefined ? '' : `/${videoId}`}`;
}

/** A page in the look of its portal. */
export function portalPage(shown: ShownPortal, { videoId, keyword = '', ...content }: Content): Page {
  const { portal, visit } = shown;
  return {
    ...content,
    showing: showingOf(shown),
    ...{ style: 'portal.css', script: 'portal.js', theme: visit.theme ?? portal.theme },
    address: addressOf(shown, videoId),
    colours: accentStyle(portal),
    header: visit.isEmbedded ? html`` : header(shown, keyword),
    footer: visit.isEmbedded ? html`` : footer,
  };
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

function header({ portal, visit }: ShownPortal, keyword: string): Html {
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
