import { areWordsHidden, type TimeSpan } from '@vault/contracts';
import { formatWebVtt, parseWebVtt, type Cue } from '@vault/webvtt';
import { html } from '../html/html.ts';
import { shortTime } from '../html/texts.ts';
import { pathIn, type Visit } from './portal-address.ts';

/** Enough for three hours of captions. */
const vttLimits = { maxCues: 20_000 };
const linesPerParagraph = 6;

/** The words of a video and the parts that visitors may not see. Plain data, because large words are read in a thread. */
export interface WordsOfVideo {
  readonly videoId: string;
  readonly vtt: string;
  readonly spans: readonly TimeSpan[];
  readonly visit: Visit;
}

/** The words that visitors may see, as the captions of the player. */
export function captionsOf(words: WordsOfVideo): string {
  return formatWebVtt(linesOf(words));
}

/** The words that visitors may see, as the paragraphs of a page, each of one speaker; empty when there are none. */
export function paragraphsOf(words: WordsOfVideo): string {
  const { videoId, visit } = words;
  const lines = linesOf(words);
  const groups: Cue[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group && group.length < linesPerParagraph && group[0]?.speaker === line.speaker) group.push(line);
    else groups.push([line]);
  }
  let before: string | undefined;
  return html`${groups.map((group) => {
    const [{ start: at, speaker } = { start: 0 }] = group;
    const name = speaker === undefined || speaker === before ? html`` : html`<strong>${speaker}: </strong>`;
    before = speaker;
    return html`<p>
      <a class="time" href="${pathIn(visit, videoId, { t: Math.floor(at) })}" data-at="${at}"
        >${shortTime(at)}</a
      >
      <span
        >${name}${group.map(({ start, text }) => html`<span data-line="${start}">${text.replaceAll('\n', ' ')}</span> `)}</span
      >
    </p>`;
  })}`.text;
}

function linesOf({ vtt, spans }: WordsOfVideo): Cue[] {
  if (vtt === '') return [];
  return parseWebVtt(vtt, vttLimits).filter((cue) => !areWordsHidden(cue, spans));
}
