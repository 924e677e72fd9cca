import { html, type Html } from '../html/html.ts';
import { shortened, shortTime } from '../html/texts.ts';
import type { PageFiles } from '../files/page-files.ts';
import type { Card } from '../pages/card.ts';
import { anySite, type Page } from '../pages/page.ts';
import { renderPlayer, renderStrip, spanText } from '../pages/page-parts.ts';
import { headingOf, type MomentView } from './moment-view.ts';

/** Characters of a heading in the title of the page. */
const titleLength = 110;

export interface ShownMoment {
  readonly view: MomentView;
  /** The public address of the page; undefined when none is configured. */
  readonly address: string | undefined;
  readonly isListed: boolean;
  /** Whether it is a part of another page. */
  readonly isEmbedded: boolean;
  readonly files: PageFiles;
}

/** The page of a moment: readable without script; the player loads when it is started. */
export function momentPage({ view, address, isListed, isEmbedded, files }: ShownMoment): Page {
  const heading = headingOf(view);
  const title =
    heading === view.videoTitle ? heading : `${shortened(heading, titleLength)} · ${view.videoTitle}`;
  return {
    title: `${title} · Webinar Vault`,
    main: html`<article>
      ${intro(view)}${player(view, files)}${renderStrip(view.chapters, view.duration, view)}${transcript(view)}
    </article>`,
    card: momentCard(view),
    ...{ address, style: 'moment.css', script: 'moment.js' },
    // Whoever has the link may show it.
    showing: { isListed: isListed && !isEmbedded, frames: [anySite], isEmbedded, isOnlyEmbedded: false },
    ...(isEmbedded && { header: html``, footer: embeddedFooter(address) }),
  };
}

export function momentCard(view: MomentView): Card {
  const { videoTitle: source, chapter, quote, chapters, duration, start, end } = view;
  const description = (quote === undefined && chapter?.summary) || source;
  return {
    ...{ type: 'video.other', siteName: 'Webinar Vault', title: headingOf(view), description },
    ...{ source, detail: spanText(view), isQuote: quote !== undefined },
    ...{ chapters, duration, now: { start, end } },
  };
}

function player({ streamUrl, thumbnail, start, end, lines }: MomentView, files: PageFiles): Html {
  const label = `Play ${spanText({ start, end })}`;
  const captions = lines.map(({ at, to, text }) => [at, to, text]);
  const attributes = html`data-end="${end}" data-captions="${JSON.stringify(captions)}"`;
  return renderPlayer({ streamUrl, thumbnail, start, label, attributes }, files);
}

/** Leads out of the frame. */
function embeddedFooter(address = '/'): Html {
  return html`<footer>
    <p>Shared with <a href="${address}" target="_blank" rel="noopener">Webinar Vault</a></p>
  </footer>`;
}

function intro(view: MomentView): Html {
  const { chapter, quote, speaker, videoTitle } = view;
  const heading =
    quote === undefined
      ? html`<h1>${headingOf(view)}</h1>`
      : html`<h1 class="quote">“${headingOf(view)}”</h1>
          ${speaker === undefined ? html`` : html`<p class="speaker">${speaker}</p>`}`;
  const place = chapter
    ? html`<span>Chapter ${chapter.number}${quote === undefined ? '' : html`: ${chapter.title}`}</span>`
    : html``;
  const summary =
    chapter?.summary && view.kind === 'chapter' ? html`<p class="summary">${chapter.summary}</p>` : html``;
  return html`${heading}
    <p class="source"><strong>${videoTitle}</strong> ${place} <span class="time">${spanText(view)}</span></p>
    ${summary}`;
}

function transcript({ lines, quote }: MomentView): Html {
  if (lines.length === 0 || quote !== undefined) return html``;
  const items = lines.map(
    ({ at, text, speaker }) =>
      html`<p>
        <span class="time">${shortTime(at)}</span>
        <span>${speaker ? html`<strong>${speaker}: </strong>` : html``}${text}</span>
      </p>`,
  );
  return html`<section aria-labelledby="words">
    <h2 id="words">What was said</h2>
    <div class="lines">${items}</div>
  </section>`;
}
