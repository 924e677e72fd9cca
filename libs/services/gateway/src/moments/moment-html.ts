import { html, type Html } from '../http/html.ts';
import type { PageFiles } from '../http/page-files.ts';
import { oembedLink, renderDocument, socialCard } from '../public-pages/page-document.ts';
import { renderPlayer, renderStrip, spanText } from '../public-pages/page-parts.ts';
import { shortened, shortTime } from '../public-pages/page-texts.ts';
import { headingOf, type MomentView } from './moment-view.ts';

/** Characters of a heading in the title of the page. */
const titleLength = 110;

export interface MomentPage {
  readonly view: MomentView;
  /** The public address of the page; undefined when none is configured. */
  readonly address: string | undefined;
  readonly isListed: boolean;
  /** Whether it is a part of another page. */
  readonly isEmbedded: boolean;
  readonly files: PageFiles;
}

/** The page of a moment: readable without script; the player loads when it is started. */
export function renderMoment(page: MomentPage): string {
  const { view, files } = page;
  const heading = headingOf(view);
  const title =
    heading === view.videoTitle ? heading : `${shortened(heading, titleLength)} · ${view.videoTitle}`;
  const head = html`${robots(page)}${oembedLink(page.address)}${card(page, heading)}`;
  return renderDocument(
    {
      title: `${title} · Webinar Vault`,
      ...{ head, files, styles: ['moment.css'], script: 'moment.js' },
      ...(page.isEmbedded ? { isEmbedded: true, header: html``, footer: embeddedFooter(page.address) } : {}),
    },
    html`<article>
      ${intro(view)}${player(view, files)}${renderStrip(view.chapters, view.duration, view)}${transcript(view)}
    </article>`,
  );
}

function card({ view, address }: MomentPage, title: string): Html {
  const text = view.quote === undefined ? (view.chapter?.summary ?? '') : view.videoTitle;
  return socialCard({
    type: 'video.other',
    siteName: 'Webinar Vault',
    title,
    description: text || view.videoTitle,
    address,
    picture: `${address ?? ''}/card.png`,
  });
}

function player({ streamUrl, thumbnail, start, end }: MomentView, files: PageFiles): Html {
  const label = `Play ${spanText({ start, end })}`;
  const attributes = html`data-end="${end}"`;
  return renderPlayer({ streamUrl, thumbnail, start, label, attributes }, files);
}

/** Leads out of the frame. */
function embeddedFooter(address = '/'): Html {
  return html`<footer>
    <p>Shared with <a href="${address}" target="_blank" rel="noopener">Webinar Vault</a></p>
  </footer>`;
}

function robots({ isListed, isEmbedded, address }: MomentPage): Html {
  if (!isListed || isEmbedded) return html`<meta name="robots" content="noindex" />`;
  return address === undefined ? html`` : html`<link rel="canonical" href="${address}" />`;
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
