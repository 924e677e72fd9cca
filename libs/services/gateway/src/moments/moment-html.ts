import { formatTimeCode } from '@vault/contracts';
import { html, type Html } from '../http/html.ts';
import { headingOf, type MomentView } from './moment-view.ts';

/** Characters of a title or a description that others show. */
const titleLength = 110;
const descriptionLength = 200;

export interface MomentPage {
  readonly view: MomentView;
  /** The public address of the page; undefined when none is configured. */
  readonly address: string | undefined;
  readonly isListed: boolean;
  /** The path of a file of the page. */
  readonly pathOf: (name: string) => string;
}

/** The page of a moment: readable without script; the player loads when it is started. */
export function renderMoment(page: MomentPage): string {
  const { view, pathOf } = page;
  const heading = headingOf(view);
  const title =
    heading === view.videoTitle ? heading : `${shortened(heading, titleLength)} · ${view.videoTitle}`;
  const head = html`${robots(page)}${socialCard(page, heading)}
    <script type="module" src="${pathOf('moment.js')}"></script>`;
  return renderPage(
    { title, head, pathOf },
    html`${intro(view)}${player(view, pathOf)}${strip(view)}${transcript(view)}`,
  );
}

/** A page that says why there is no moment. */
export function renderNoMoment(title: string, sentence: string, pathOf: MomentPage['pathOf']): string {
  const head = html`<meta name="robots" content="noindex" />`;
  return renderPage(
    { title, head, pathOf },
    html`<h1>${title}</h1>
      <p class="note">${sentence}</p>`,
  );
}

interface PageParts extends Pick<MomentPage, 'pathOf'> {
  readonly title: string;
  readonly head: Html;
}

function renderPage({ title, head, pathOf }: PageParts, content: Html): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Webinar Vault</title>
      ${head}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="${pathOf('fonts.css')}" />
      <link rel="stylesheet" href="${pathOf('moment.css')}" />
    </head>
    <body>
      ${pageHeader}
      <main><article>${content}</article></main>
      ${pageFooter}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}`;
}

const pageHeader = html`<header><a class="brand" href="/">Webinar Vault</a></header>`;
const pageFooter = html`<footer>
  <p>Shared with <a href="/">Webinar Vault</a>: recorded webinars that answer back.</p>
</footer>`;

function robots({ isListed, address }: MomentPage): Html {
  if (!isListed) return html`<meta name="robots" content="noindex" />`;
  return address === undefined ? html`` : html`<link rel="canonical" href="${address}" />`;
}

function socialCard({ view, address }: MomentPage, heading: string): Html {
  const title = shortened(heading, titleLength);
  const text = view.quote === undefined ? (view.chapter?.summary ?? '') : view.videoTitle;
  const description = shortened(text || view.videoTitle, descriptionLength);
  const texts = html`<meta name="description" content="${description}" />
    <meta property="og:type" content="video.other" />
    <meta property="og:site_name" content="Webinar Vault" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />`;
  // Others accept only absolute addresses.
  if (address === undefined) return texts;
  return html`${texts}
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${address}/card.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

function intro(view: MomentView): Html {
  const { chapter, quote, videoTitle, start, end } = view;
  const span = `${formatTimeCode(start)}–${formatTimeCode(end)}`;
  const heading =
    quote === undefined
      ? html`<h1>${headingOf(view)}</h1>`
      : html`<h1 class="quote">“${headingOf(view)}”</h1>`;
  const place = chapter
    ? html`<span>Chapter ${chapter.number}${quote === undefined ? '' : html`: ${chapter.title}`}</span>`
    : html``;
  const summary =
    chapter?.summary && view.kind === 'chapter' ? html`<p class="summary">${chapter.summary}</p>` : html``;
  return html`${heading}
    <p class="source"><strong>${videoTitle}</strong> ${place} <span class="time">${span}</span></p>
    ${summary}`;
}

function player({ streamUrl, thumbnail, start, end }: MomentView, pathOf: MomentPage['pathOf']): Html {
  return html`<div class="player">
    <video
      controls
      playsinline
      preload="none"
      width="1280"
      height="720"
      poster="${thumbnail}"
      data-stream="${streamUrl}"
      data-start="${start}"
      data-end="${end}"
      data-player="${pathOf('hls.light.min.mjs')}"
    ></video>
    <button class="play" type="button" hidden>
      Play from ${formatTimeCode(start)} to ${formatTimeCode(end)}
    </button>
    <p class="note" role="status" hidden></p>
    <noscript><p class="note">Playing needs JavaScript. The words are below.</p></noscript>
  </div>`;
}

/** The chapters of the whole video in true proportion, with the moment in them. */
function strip({ chapters, duration, start, end }: MomentView): Html {
  if (duration <= 0) return html``;
  const segments = chapters.map(
    (part, index) =>
      html`<rect
        class="hue-${index % 8}"
        x="${percent(part.start, duration)}%"
        width="${percent(part.end - part.start, duration)}%"
        height="6"
      />`,
  );
  return html`<svg class="strip" width="100%" height="12" aria-hidden="true">
    ${segments}
    <rect
      class="now"
      x="${percent(start, duration)}%"
      width="${Math.max(0.4, percent(end - start, duration))}%"
      y="9"
      height="3"
    />
  </svg>`;
}

function transcript({ lines, quote }: MomentView): Html {
  if (lines.length === 0 || quote !== undefined) return html``;
  const items = lines.map(
    ({ at, text }) => html`<p><span class="time">${formatTimeCode(at)}</span> <span>${text}</span></p>`,
  );
  return html`<section aria-labelledby="words">
    <h2 id="words">What was said</h2>
    <div class="lines">${items}</div>
  </section>`;
}

function percent(seconds: number, duration: number): number {
  return Math.round((seconds / duration) * 10_000) / 100;
}

/** At most this many characters, cut between words. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length)
    .replace(/\s+\S*$/, '')
    .trimEnd()}…`;
}
