import { html, type Html } from '../http/html.ts';
import { socialCard } from '../public-pages/page-document.ts';
import { renderStrip } from '../public-pages/page-parts.ts';
import { shortened, shortTime } from '../public-pages/page-texts.ts';
import { pathIn } from './portal-address.ts';
import { renderPortalPage, type PortalPage } from './portal-layout.ts';
import type { PublicVideo } from './portal-view.ts';

const cardTextLength = 180;

/** The first page of a portal: its videos as cards. */
export function renderHome(page: PortalPage, videos: readonly PublicVideo[]): string {
  const { portal, base } = page;
  const path = `/p/${portal.slug}`;
  const card = socialCard({
    type: 'website',
    siteName: portal.name,
    title: portal.name,
    description: portal.intro || `Recorded webinars of ${portal.name}.`,
    address: base === '' ? undefined : `${base}${path}`,
    picture: `${base}${path}/card.png`,
  });
  const sitemap = html`<link rel="sitemap" href="${path}/sitemap.xml" />`;
  return renderPortalPage(page, {
    title: portal.name,
    head: html`${card}${sitemap}`,
    path,
    main: html`<h1>${portal.name}</h1>
      ${portal.intro === '' ? html`` : html`<p class="intro">${portal.intro}</p>`}
      ${
        videos.length === 0
          ? html`<p class="note">There are no videos here yet.</p>`
          : html`<ul class="cards">
              ${videos.map((video, index) => videoCard(page, video, index))}
            </ul>`
      }`,
  });
}

function videoCard({ visit }: PortalPage, video: PublicVideo, index: number): Html {
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
