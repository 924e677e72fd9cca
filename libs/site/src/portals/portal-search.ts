import type { searchRpc } from '@vault/contracts/rpc';
import { html, type Html } from '../html/html.ts';
import { shortTime } from '../html/texts.ts';
import type { Page } from '../pages/page.ts';
import { pathIn } from './portal-address.ts';
import { portalPage, searchForm, type ShownPortal } from './portal-layout.ts';

/** Spoken lines and chapters of one video that are shown. */
const shownPerVideo = 8;

/** A part of a video that has the words. */
interface FoundPart {
  /** Seconds; undefined for the title and the description. */
  readonly at: number | undefined;
  readonly text: string;
  /** Title of the chapter, if the words are in its texts. */
  readonly chapter: string | undefined;
}

interface FoundVideo {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly FoundPart[];
  /** How often the words are spoken. */
  readonly spoken: number;
}

export interface FoundWords {
  readonly keyword: string;
  /** Only this video was searched. */
  readonly videoId: string;
  /** Undefined: nothing was searched yet. */
  readonly answer: searchRpc.SearchAnswer | undefined;
}

const nothing: searchRpc.SearchAnswer = { total: 0, results: [], matching: 'exact', terms: [], spoken: [] };

/** The results of a search in a portal. */
export function searchPage(shown: ShownPortal, { keyword, videoId, answer }: FoundWords): Page {
  const { portal, visit } = shown;
  const { terms } = answer ?? nothing;
  const videos = foundVideos(answer ?? nothing);
  const heading = keyword === '' ? 'Search' : `Results for “${keyword}”`;
  const page = portalPage(shown, {
    title: `${heading} · ${portal.name}`,
    keyword,
    main: html`<p class="back">
        <a href="${pathIn(visit, videoId)}">${videoId === '' ? 'All videos' : 'The video'}</a>
      </p>
      <h1>${heading}</h1>
      ${visit.isEmbedded || videoId !== '' ? searchForm(visit, keyword, videoId) : html``}
      ${answer ? html`<p class="facts" role="status">${summaryOf(answer, videos)}</p>` : html``}
      ${videos.map((video) => result(shown, video, terms))}`,
  });
  return { ...page, showing: { ...page.showing, isListed: false } };
}

function summaryOf({ matching }: searchRpc.SearchAnswer, videos: readonly FoundVideo[]): string {
  if (videos.length === 0) return 'Nothing was found. Please try other words.';
  const places = videos.length === 1 ? 'Found in one video' : `Found in ${String(videos.length)} videos`;
  return matching === 'exact' ? `${places}.` : `${places}, with words that are close to yours.`;
}

function foundVideos({ results, spoken }: searchRpc.SearchAnswer): FoundVideo[] {
  const ids = [...new Set(results.map(({ videoId }) => videoId))];
  return ids.map((id) => {
    const own = results.filter(({ videoId }) => videoId === id);
    const spokenLines = spoken.find(({ videoId }) => videoId === id);
    const lines = (spokenLines?.first ?? []).map(({ at, line }) => ({ at, text: line, chapter: undefined }));
    const texts = own
      .filter(({ field }) => field !== 'transcript' && field !== 'title')
      .map(({ at, snippet, chapterTitle }) => ({ at, text: snippet, chapter: chapterTitle }));
    const parts = [...texts, ...lines].slice(0, shownPerVideo);
    return { id, title: own[0]?.title ?? '', parts, spoken: spokenLines?.total ?? 0 };
  });
}

function result(
  { visit }: ShownPortal,
  { id, title, parts, spoken }: FoundVideo,
  terms: readonly string[],
): Html {
  const items = parts.map(({ at, text, chapter }) => {
    const time = at === undefined ? html`` : html`<span class="time">${shortTime(at)}</span>`;
    const place =
      chapter === undefined || chapter === text ? html`` : html`<span class="chapter">${chapter}</span>`;
    const query = at === undefined ? {} : { t: Math.floor(at) };
    return html`<li>
      <a href="${pathIn(visit, id, query)}">${time}<span>${place}${marked(text, terms)}</span></a>
    </li>`;
  });
  const more = spoken > 0 ? ` · said ${spoken === 1 ? 'once' : `${String(spoken)} times`}` : '';
  return html`<section class="result">
    <h2><a href="${pathIn(visit, id)}">${marked(title, terms)}</a><span class="facts">${more}</span></h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** The text with the terms highlighted. */
function marked(text: string, terms: readonly string[]): Html {
  const patterns = terms
    .filter((term) => term !== '')
    .map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (patterns.length === 0) return html`${text}`;
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`))}`;
}
