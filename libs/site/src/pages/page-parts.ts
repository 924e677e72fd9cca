import type { TimeSpan } from '@vault/contracts';
import { html, type Html } from '../html/html.ts';
import type { PageFiles } from '../files/page-files.ts';
import { shortTime } from '../html/texts.ts';

export interface Player {
  readonly streamUrl: string;
  readonly thumbnail: string;
  /** Where it begins, in seconds. */
  readonly start: number;
  /** What the button says. */
  readonly label: string;
  /** Further attributes and content of the video. */
  readonly attributes?: Html;
  readonly content?: Html;
}

/** A player that loads when it is started; `player.js` controls it. */
export function renderPlayer(player: Player, files: PageFiles): Html {
  const { streamUrl, thumbnail, start, label, attributes = html``, content = html`` } = player;
  return html`<div class="player">
    <video
      controls
      playsinline
      crossorigin="anonymous"
      preload="none"
      width="1280"
      height="720"
      poster="${thumbnail}"
      data-stream="${streamUrl}"
      data-start="${start}"
      data-player="${files.pathOf('hls.light.min.mjs')}"
      ${attributes}
    >
      ${content}
    </video>
    <button class="play" type="button" hidden>${label}</button>
    <p class="note" role="status" hidden></p>
    <noscript><p class="note">Playing needs JavaScript. The words are below.</p></noscript>
  </div>`;
}

/** Chapters of a video in true proportion to its duration, in seconds. @param now a span to mark */
export function renderStrip(chapters: readonly TimeSpan[], duration: number, now?: TimeSpan): Html {
  if (duration <= 0) return html``;
  const segments = chapters.map(
    ({ start, end }, index) =>
      html`<rect
        class="hue-${index % 8}"
        x="${percent(start, duration)}%"
        width="${percent(end - start, duration)}%"
        height="6"
      />`,
  );
  const mark = now
    ? html`<rect
        class="now"
        x="${percent(now.start, duration)}%"
        width="${Math.max(0.4, percent(now.end - now.start, duration))}%"
        y="9"
        height="3"
      />`
    : html``;
  return html`<svg class="strip" width="100%" height="${now ? 12 : 6}" aria-hidden="true">
    ${segments}${mark}
  </svg>`;
}

function percent(seconds: number, duration: number): number {
  return Math.round((seconds / duration) * 10_000) / 100;
}

export function spanText({ start, end }: TimeSpan): string {
  return `${shortTime(start)}–${shortTime(end)}`;
}
