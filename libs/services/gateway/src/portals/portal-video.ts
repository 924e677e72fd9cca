import type { Cue } from '@vault/webvtt';
import { html, type Html } from '../http/html.ts';
import { socialCard } from '../public-pages/page-document.ts';
import { renderPlayer, renderStrip } from '../public-pages/page-parts.ts';
import { shortTime } from '../public-pages/page-texts.ts';
import { pathIn } from './portal-address.ts';
import { factsOf } from './portal-home.ts';
import { isListed, jsonLd, renderPortalPage, searchForm, type PortalPage } from './portal-layout.ts';
import type { PublicChapter, PublicVideo } from './portal-view.ts';
import { describeVideo } from './structured-data.ts';

/** Lines of a paragraph of the transcript that is shown. */
const linesPerParagraph = 6;

/** The page of a video. @param start where its player begins, in seconds */
export function renderVideo(page: PortalPage, video: PublicVideo, start: number): string {
  const { portal, base, visit } = page;
  const path = `/p/${portal.slug}/${video.id}`;
  const { title, description, chapters, lines } = video;
  const card = socialCard({
    type: 'video.other',
    siteName: portal.name,
    title,
    description: description || chapters.map((chapter) => chapter.title).join(' · ') || portal.name,
    address: base === '' ? undefined : `${base}${path}`,
    picture: `${base}${path}/card.png`,
  });
  const facts = isListed(page) && base !== '' ? jsonLd(describeVideo(video, `${base}${path}`)) : html``;
  const hasTranscript = portal.shows.includes('transcript') && lines.length > 0;
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
        ${player(page, video, start)}${renderStrip(chapters, video.duration, { start: 0, end: 0 })}
      </div>
      <div class="about">
        ${description === '' ? html`` : html`<p class="description">${description}</p>`}
        ${chapterList(page, video)}${quotes(page, video)}
      </div>
      ${hasTranscript ? transcript(page, video) : html``}
    </article>`,
  });
}

function downloadLink({ download, title }: PublicVideo): Html {
  if (download === undefined) return html``;
  return html` · <a href="${download}?download=${encodeURIComponent(title.toWellFormed())}">Download</a>`;
}

function player({ visit, files }: PortalPage, video: PublicVideo, start: number): Html {
  const { id, streamUrl, thumbnail, skipped, lines } = video;
  const spans = skipped.map((span) => [span.start, span.end]);
  return renderPlayer(
    {
      ...{ streamUrl, thumbnail, start },
      label: start > 0 ? `Play from ${shortTime(start)}` : 'Play',
      attributes: html`data-duration="${video.duration}" data-skipped="${JSON.stringify(spans)}"`,
      content:
        lines.length === 0
          ? html``
          : html`<track kind="captions" label="Captions" src="${pathIn(visit, `${id}/captions.vtt`)}" />`,
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
        ({ text, at }) =>
          html`<li>
            <blockquote>“${text}”</blockquote>
            <a href="${pathIn(visit, id, { t: Math.floor(at) })}" data-at="${at}" data-quote
              ><span class="time">${shortTime(at)}</span><span class="sr-only"> Play this quote</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function transcript({ visit, portal }: PortalPage, { id, lines }: PublicVideo): Html {
  const groups: Cue[][] = [];
  for (const [index, line] of lines.entries()) {
    if (index % linesPerParagraph === 0) groups.push([]);
    groups.at(-1)?.push(line);
  }
  return html`<section class="transcript" aria-labelledby="transcript">
    <h2 id="transcript">Transcript</h2>
    ${portal.shows.includes('search') ? searchForm(visit, '', id) : html``}
    <div class="lines" tabindex="0" role="group" aria-labelledby="transcript">
      ${groups.map((group) => {
        const at = group[0]?.start ?? 0;
        return html`<p>
          <a class="time" href="${pathIn(visit, id, { t: Math.floor(at) })}" data-at="${at}"
            >${shortTime(at)}</a
          >
          <span
            >${group.map(({ start, text }) => html`<span data-line="${start}">${text.replaceAll('\n', ' ')}</span> `)}</span
          >
        </p>`;
      })}
    </div>
  </section>`;
}
