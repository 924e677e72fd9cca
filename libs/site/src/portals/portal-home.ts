import type { portalRpc } from '@vault/contracts/rpc';
import { html, type Html } from '../html/html.ts';
import { shortened, shortTime } from '../html/texts.ts';
import type { Card } from '../pages/card.ts';
import type { Page } from '../pages/page.ts';
import { renderStrip } from '../pages/page-parts.ts';
import { pathIn } from './portal-address.ts';
import { portalPage, type ShownPortal } from './portal-layout.ts';
import { spanOf, type PublicVideo } from './portal-view.ts';

const cardTextLength = 180;

/** The first page of a portal: its videos as cards. */
export function homePage(shown: ShownPortal, videos: readonly PublicVideo[]): Page {
  const { name, intro, slug } = shown.portal;
  return portalPage(shown, {
    title: name,
    card: homeCard(shown.portal, videos[0]),
    head: html`<link rel="sitemap" href="/p/${slug}/sitemap.xml" />`,
    main: html`<h1>${name}</h1>
      ${intro === '' ? html`` : html`<p class="intro">${intro}</p>`}
      ${
        videos.length === 0
          ? html`<p class="note">There are no videos here yet.</p>`
          : html`<ul class="cards">
              ${videos.map((video, index) => videoItem(shown, video, index))}
            </ul>`
      }`,
  });
}

/** @param video the first one, for the picture */
export function homeCard({ name, intro }: portalRpc.Portal, video: PublicVideo | undefined): Card {
  return {
    ...{ type: 'website', siteName: name, title: name, source: intro, detail: '', isQuote: false },
    description: intro || `Recorded webinars of ${name}.`,
    chapters: (video?.chapters ?? []).map(spanOf),
    duration: video?.duration ?? 0,
  };
}

function videoItem({ visit }: ShownPortal, video: PublicVideo, index: number): Html {
  const { id, title, description, duration, thumbnail, chapters } = video;
  const text = shortened(description, cardTextLength);
  return html`<li>
    <a href="${pathIn(visit, id)}">
      <img
        src="${thumbnail}"
        alt=""
        width="640"
        height="360"
        loading="${index < 3 ? 'eager' : 'lazy'}"
        fetchpriority="${index === 0 ? 'high' : 'auto'}"
      />
      ${renderStrip(chapters, duration)}
      <h2>${title}</h2>
    </a>
    <p class="facts">${factsOf(video)}</p>
    ${text === '' ? html`` : html`<p>${text}</p>`}
  </li>`;
}

/** Date, duration and number of chapters. `portal.js` writes the date as the visitor does. */
export function factsOf({ createdAt, duration, chapters }: PublicVideo): Html {
  const date = new Date(createdAt * 1_000);
  const day = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const count = chapters.length === 1 ? '1 chapter' : `${String(chapters.length)} chapters`;
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${day}</time> · ${shortTime(duration)} ·
    ${count}`;
}
