import { Html, html } from '../http/html.ts';
import { socialCard } from '../public-pages/page-document.ts';
import { renderPlayer, renderStrip } from '../public-pages/page-parts.ts';
import { shortTime } from '../public-pages/page-texts.ts';
import { pathIn } from './portal-address.ts';
import { factsOf } from './portal-home.ts';
import { isListed, jsonLd, renderPortalPage, searchForm, type PortalPage } from './portal-layout.ts';
import type { PublicChapter, PublicVideo } from './portal-view.ts';
import { describeVideo } from './structured-data.ts';

/** The page of a video. @param paragraphs its words, as HTML; empty without any */
export function renderVideo(page: PortalPage, video: PublicVideo, paragraphs: string): string {
  const { portal, base, visit } = page;
  const path = `/p/${portal.slug}/${video.id}`;
  const { title, description, chapters } = video;
  const card = socialCard({
    type: 'video.other',
    siteName: portal.name,
    title,
    description: description || chapters.map((chapter) => chapter.title).join(' · ') || portal.name,
    address: base === '' ? undefined : `${base}${path}`,
    picture: `${base}${path}/card.png`,
  });
  const facts = isListed(page) && base !== '' ? jsonLd(describeVideo(video, `${base}${path}`)) : html``;
  const hasTranscript = portal.shows.includes('transcript') && paragraphs !== '';
  return renderPortalPage(page, {
    title: `${title} · ${portal.name}`,
    head: html`${card}${facts}`,
    path,
    main: html`<article class="video${hasTranscript ? ' with-transcript' : ''}">
      <div class="top">
        ${visit.isEmbedded ? html`` : html`<p class="back"><a href="${pathIn(visit)}">All videos</a></p>`}
        <h1>${title}</h1>
        <p class="facts">${factsOf(video)}${downloadLink(video)}</p>
      </div>
      <div class="watch">
        ${player(page, video, paragraphs !== '')}${renderStrip(chapters, video.duration, { start: 0, end: 0 })}
      </div>
      <div class="about">
        ${description === '' ? html`` : html`<p class="description">${description}</p>`}
        ${chapterList(page, video)}${quotes(page, video)}
      </div>
      ${hasTranscript ? transcript(page, video.id, paragraphs) : html``}
    </article>`,
  });
}

function downloadLink({ download, title }: PublicVideo): Html {
  if (download === undefined) return html``;
  return html` · <a href="${download}?download=${encodeURIComponent(title.toWellFormed())}">Download</a>`;
}

function player({ visit, files }: PortalPage, video: PublicVideo, hasWords: boolean): Html {
  const { id, streamUrl, thumbnail, skipped } = video;
  const spans = skipped.map((span) => [span.start, span.end]);
  return renderPlayer(
    {
      ...{ streamUrl, thumbnail, start: 0 },
      label: 'Play',
      attributes: html`data-duration="${video.duration}" data-skipped="${JSON.stringify(spans)}"`,
      content: hasWords
        ? html`<track kind="captions" label="Captions" src="${pathIn(visit, `${id}/captions.vtt`)}" />`
        : html``,
    },
    files,
  );
}

function chapterList({ visit }: PortalPage, { id, chapters }: PublicVideo): Html {
  if (chapters.length === 0) return html``;
  const items = chapters.map(
    ({ start, end, title, summary }, index) =>
      html`<li class="hue-${index % 8}" data-start="${start}" data-end="${end}">
        <a href="${pathIn(visit, id, { t: Math.floor(start) })}" data-at="${start}">
          <span class="time">${shortTime(start)}</span> <strong>${title}</strong>
        </a>
        ${summary === '' ? html`` : html`<p>${summary}</p>`}
      </li>`,
  );
  return html`<section aria-labelledby="chapters">
    <h2 id="chapters">Chapters</h2>
    <ol class="chapters">
      ${items}
    </ol>
  </section>`;
}

function quotes({ visit }: PortalPage, { id, chapters }: PublicVideo): Html {
  const items = chapters.flatMap((chapter: PublicChapter) => chapter.quotes);
  if (items.length === 0) return html``;
  return html`<section aria-labelledby="quotes">
    <h2 id="quotes">Quotes</h2>
    <ul class="quotes">
      ${items.map(
        ({ text, at, speaker }) =>
          html`<li>
            <blockquote>“${text}”</blockquote>
            ${speaker === undefined ? html`` : html`<p class="speaker">${speaker}</p>`}
            <a href="${pathIn(visit, id, { t: Math.floor(at) })}" data-at="${at}" data-quote
              ><span class="time">${shortTime(at)}</span><span class="sr-only"> Play this quote</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function transcript({ visit, portal }: PortalPage, id: string, paragraphs: string): Html {
  return html`<section class="transcript" aria-labelledby="transcript">
    <h2 id="transcript">Transcript</h2>
    ${portal.shows.includes('search') ? searchForm(visit, '', id) : html``}
    <div class="lines" tabindex="0" role="group" aria-labelledby="transcript">${new Html(paragraphs)}</div>
  </section>`;
}
