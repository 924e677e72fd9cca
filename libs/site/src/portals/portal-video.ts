import { titleBesideTime } from '@vault/chapter-engine/plain-title';
import type { portalRpc } from '@vault/contracts/rpc';
import { Html, html } from '../html/html.ts';
import { shortTime } from '../html/texts.ts';
import type { Card } from '../pages/card.ts';
import type { Page } from '../pages/page.ts';
import { renderPlayer, renderStrip } from '../pages/page-parts.ts';
import { pathIn } from './portal-address.ts';
import { factsOf } from './portal-home.ts';
import { addressOf, portalPage, searchForm, showingOf, type ShownPortal } from './portal-layout.ts';
import { spanOf, type PublicChapter, type PublicVideo } from './portal-view.ts';
import { chapterTitles, describeVideo } from './structured-data.ts';

/** The page of a video. @param paragraphs its words, as HTML; empty without any */
export function videoPage(shown: ShownPortal, video: PublicVideo, paragraphs: string): Page {
  const { portal, visit } = shown;
  const { id: videoId, title, description, chapters } = video;
  const address = addressOf(shown, videoId);
  const isDescribed = showingOf(shown).isListed && address !== undefined;
  const hasTranscript = portal.shows.includes('transcript') && paragraphs !== '';
  return portalPage(shown, {
    videoId,
    title: `${title} · ${portal.name}`,
    card: videoCard(portal, video),
    head: isDescribed ? describeVideo(video, address) : html``,
    main: html`<article class="video${hasTranscript ? ' with-transcript' : ''}">
      <div class="top">
        ${visit.isEmbedded ? html`` : html`<p class="back"><a href="${pathIn(visit)}">All videos</a></p>`}
        <h1>${title}</h1>
        <p class="facts">${factsOf(video)}${downloadLink(video)}</p>
      </div>
      <div class="watch">
        ${player(shown, video, paragraphs !== '')}${renderStrip(chapters, video.duration, { start: 0, end: 0 })}
      </div>
      <div class="about">
        ${description === '' ? html`` : html`<p class="description">${description}</p>`}
        ${chapterList(shown, video)}${quotes(shown, video)}
      </div>
      ${hasTranscript ? transcript(shown, videoId, paragraphs) : html``}
    </article>`,
  });
}

export function videoCard({ name }: portalRpc.Portal, video: PublicVideo): Card {
  const { title, description, chapters, duration } = video;
  return {
    ...{ type: 'video.other', siteName: name, title, source: name, isQuote: false, duration },
    description: description || chapterTitles(chapters).join(' · ') || name,
    detail: `${String(chapters.length)} chapters`,
    chapters: chapters.map(spanOf),
  };
}

function downloadLink({ download, title }: PublicVideo): Html {
  if (download === undefined) return html``;
  return html` · <a href="${download}?download=${encodeURIComponent(title.toWellFormed())}">Download</a>`;
}

function player({ visit, files }: ShownPortal, video: PublicVideo, hasWords: boolean): Html {
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

function chapterList({ visit }: ShownPortal, { id, chapters }: PublicVideo): Html {
  if (chapters.length === 0) return html``;
  const items = chapters.map(
    ({ start, end, title, summary }, index) =>
      html`<li class="hue-${index % 8}" data-start="${start}" data-end="${end}">
        <a href="${pathIn(visit, id, { t: Math.floor(start) })}" data-at="${start}">
          <span class="time">${shortTime(start)}</span> <strong>${titleBesideTime(title)}</strong>
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

function quotes({ visit }: ShownPortal, { id, chapters }: PublicVideo): Html {
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

function transcript({ visit, portal }: ShownPortal, id: string, paragraphs: string): Html {
  return html`<section class="transcript" aria-labelledby="transcript">
    <h2 id="transcript">Transcript</h2>
    ${portal.shows.includes('search') ? searchForm(visit, '', id) : html``}
    <div class="lines" tabindex="0" role="group" aria-labelledby="transcript">${new Html(paragraphs)}</div>
  </section>`;
}
