import { stat } from 'node:fs/promises';
import { formatTimestamp } from '@vault/webvtt';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';

/** The layout of a storyboard: `columns` x `rows` tiles of `width` x `height` pixels, one per `interval` seconds. */
export interface StoryboardLayout {
  columns: number;
  rows: number;
  tiles: number;
  interval: number;
  width: number;
  height: number;
}

const maxColumns = 10;
const maxTiles = 100;
const minIntervalSeconds = 1;
const tileWidthPixels = 160;

/** Plans a storyboard: at most 100 tiles of 160 px, at least one second apart. */
export function planStoryboard(
  duration: number,
  picture: { width: number; height: number },
): StoryboardLayout {
  const tiles = Math.max(1, Math.min(maxTiles, Math.ceil(duration / minIntervalSeconds)));
  return {
    columns: Math.min(maxColumns, tiles),
    rows: Math.ceil(tiles / maxColumns),
    tiles,
    interval: duration / tiles,
    width: tileWidthPixels,
    height: Math.min(
      320,
      Math.max(2, 2 * Math.round((tileWidthPixels * picture.height) / picture.width / 2)),
    ),
  };
}

/** Draws the sprite from key frames only, so that hours of video take seconds. */
export async function drawStoryboard(
  tools: MediaTools,
  request: {
    source: string;
    target: string;
    layout: StoryboardLayout;
    duration: number;
    signal: AbortSignal;
  },
): Promise<void> {
  const { layout } = request;
  const filters = [
    // A slide may have its only key frame at its start, so the last picture is repeated to the end.
    `fps=${(1 / layout.interval).toFixed(6)}:start_time=0:eof_action=pass`,
    `tpad=stop_mode=clone:stop=${layout.tiles}`,
    `scale=${layout.width}:${layout.height}`,
    `tile=${layout.columns}x${layout.rows}`,
  ];
  await tools.ffmpeg({
    input: request.source,
    inputOptions: ['-skip_frame', 'nokey'],
    output: [
      ...['-map', '0:V:0', '-an', '-sn', '-dn', '-vf', filters.join(','), '-frames:v', '1', '-q:v', '5'],
      ...['-map_metadata', '-1', '-f', 'image2', '-update', '1', `file:${request.target}`],
    ],
    timeoutMs: 1000 * (120 + request.duration),
    signal: request.signal,
    isTolerant: true,
  });
  await stat(request.target).catch((cause: unknown) => {
    throw new MediaError('no_picture', 'The video has no pictures.', { cause });
  });
}

/** Formats the WebVTT that maps times to tiles; `imageUrl` may be relative to the VTT. */
export function storyboardVtt(layout: StoryboardLayout, imageUrl: string): string {
  const cues = Array.from({ length: layout.tiles }, (_, index) => {
    const x = (index % layout.columns) * layout.width;
    const y = Math.floor(index / layout.columns) * layout.height;
    const [from, to] = [index, index + 1].map((at) => formatTimestamp(at * layout.interval));
    return `${from} --> ${to}\n${imageUrl}#xywh=${x},${y},${layout.width},${layout.height}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
