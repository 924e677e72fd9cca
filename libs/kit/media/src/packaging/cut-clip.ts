import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cue } from '@vault/webvtt';
import type { MediaLimits } from '../common/limits.ts';
import type { PackagedMedia } from '../common/packaged-media.ts';
import type { ReportProgress } from '../common/work-stage.ts';
import { writeAss } from '../contents/write-ass.ts';
import type { SourceFacts } from '../probing/probe.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { type Frame, type Size, barsSize, cropBox } from './crop-box.ts';
import { finishHls } from './finish-hls.ts';
import { hlsOutput, playedSeconds, readPlaylist } from './hls-playlist.ts';
import { encodeVideo, fitPicture } from './packaging-plan.ts';
import { workTime } from './work-time.ts';

const captionsFile = 'burned.ass';
/** libass's warning that it draws a box for a character. */
const missingGlyph = /failed to find any fallback with glyph 0x([\da-f]{1,6}) /i;

const maxNamedCharacters = 20;

/** A span of a source, in seconds. */
export interface ClipRequest {
  source: string;
  facts: SourceFacts;
  /** An empty folder for the playlist and the media. */
  folder: string;
  start: number;
  end: number;
  /** The shape of the picture; as it is by default. */
  frame?: Frame | undefined;
  /** Drawn into the picture; times relative to the clip. */
  captions?: readonly Cue[] | undefined;
  signal: AbortSignal;
  onProgress: ReportProgress;
}

/** ffmpeg's options for a cut; `start` and `length` in seconds. */
interface CutPlan {
  start: number;
  length: number;
  seek: string[];
  frames: string[];
  samples: string[];
}

/**
 * Cuts a span and packages it in the same run. It is re-encoded, so that it is exact to the frame, and has normal
 * priority: a user waits. Characters of the captions that no installed font has are left out, which takes a second run, and
 * named in `warnings`.
 */
export async function cutClip(
  tools: MediaTools,
  request: ClipRequest,
  limits: MediaLimits,
): Promise<PackagedMedia> {
  const { facts, folder } = request;
  const missing = new Set<string>();
  const onMissing = (character: string): void => void missing.add(character);
  let cut = await runCut(tools, request, limits, onMissing);
  const captions = request.captions?.map((cue) => ({ ...cue, text: leaveOut(cue.text, missing) }));
  if (missing.size > 0) cut = await runCut(tools, { ...request, captions }, limits, () => undefined);
  const { seconds, size } = cut;
  const playlist = await readPlaylist(folder);
  const media = await finishHls(folder, playlist, {
    duration: Math.max(seconds, playedSeconds(playlist.segments)),
    video: size && { ...size, frameRate: facts.video?.holdRate ?? facts.video?.frameRate ?? 0 },
    audio: facts.audio && { channels: 2 },
  });
  return missing.size === 0 ? media : { ...media, warnings: [cannotDraw([...missing])] };
}

async function runCut(
  tools: MediaTools,
  request: ClipRequest,
  limits: MediaLimits,
  onMissing: (character: string) => void,
): Promise<{ seconds: number; size: Size | undefined }> {
  const { facts, folder } = request;
  const plan = planCut(request);
  const whole = facts.video && fitPicture(facts.video);
  const { scaled, cropped = [], size } = whole ? planPicture(whole, request.frame) : {};
  const last = [...cropped, ...(await drawCaptions(request, size, plan.length))];
  const video =
    facts.video === undefined || scaled === undefined
      ? ['-vn']
      : ['-map', '0:V:0', ...encodeVideo(scaled, facts.video.frameRate, { first: plan.frames, last })];
  const audio =
    facts.audio === undefined
      ? ['-an']
      : ['-map', '0:a:0', ...plan.samples, '-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  const seconds = await tools.ffmpeg({
    input: request.source,
    inputOptions: [...plan.seek, '-ss', inSeconds(plan.start)],
    output: [
      ...['-t', inSeconds(plan.length), ...video, ...audio, '-sn', '-dn', '-map_metadata', '-1'],
      ...['-map_chapters', '-1', ...hlsOutput],
    ],
    cwd: folder,
    timeoutMs: workTime({ ...facts, duration: plan.length }, 'encode', limits),
    signal: request.signal,
    onWarning:
      request.captions &&
      ((line) => {
        const [, glyph] = missingGlyph.exec(line) ?? [];
        if (glyph === undefined) return;
        onMissing(String.fromCodePoint(Math.min(0x10_ffff, Number.parseInt(glyph, 16))));
      }),
    onTime: (time) => request.onProgress('encoding', (100 * time) / plan.length),
    isTolerant: true,
    isUrgent: true,
  });
  return { seconds, size };
}

/** The size that the picture is scaled to fit in, with bars; the filters that crop it then; and the size that is left. */
function planPicture(
  whole: Size,
  frame: Frame | undefined,
): { scaled: Size; cropped?: string[]; size: Size } {
  if (frame?.fit === 'bars') {
    const size = barsSize(whole, frame);
    return { scaled: size, size };
  }
  const box = frame && cropBox(whole, frame);
  return box ? { scaled: whole, cropped: crop(box), size: box.shown } : { scaled: whole, size: whole };
}

function crop({ width, height, x, y, shown }: ReturnType<typeof cropBox>): string[] {
  const isSmaller = shown.width !== width || shown.height !== height;
  return [
    `crop=${width}:${height}:${x}:${y}:exact=1`,
    ...(isSmaller ? [`scale=${shown.width}:${shown.height}`, 'setsar=1'] : []),
  ];
}

function leaveOut(text: string, characters: ReadonlySet<string>): string {
  return Array.from(text)
    .filter((character) => !characters.has(character))
    .join('');
}

function cannotDraw(characters: readonly string[]): string {
  const named = characters.slice(0, maxNamedCharacters).join(' ');
  const more = characters.length - maxNamedCharacters;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `The picture lacks characters of the captions that no installed font has: ${named}${rest}.`;
}

/** Writes the captions beside the folder of the result, where they are not published, and returns what draws them. */
async function drawCaptions(
  { folder, captions = [] }: ClipRequest,
  size: Size | undefined,
  length: number,
): Promise<string[]> {
  if (size === undefined || captions.length === 0) return [];
  await writeFile(join(folder, '..', captionsFile), writeAss(captions, size, length));
  return [`ass=../${captionsFile}`];
}

/**
 * ffmpeg takes the frames that begin in the span. With a constant frame rate, both ends are moved to the beginning of
 * the nearest frame. With a variable one, a frame may last for seconds, as a slide does, and the clip would be empty
 * until the next one. Such a source is therefore decoded from before the start and converted to a constant rate, so
 * that the clip begins with the frame that is visible at its start.
 */
function planCut({ facts: { video }, start, end }: ClipRequest): CutPlan {
  const plain = { start, length: end - start, seek: [], frames: [], samples: [] };
  const rate = video?.steadyRate;
  if (rate !== undefined) {
    const [first, afterLast] = [Math.round(start * rate), Math.round(end * rate)];
    const from = Math.min(start, first / rate);
    // MediaLimits the number of frames, because ffmpeg's rounding decides whether it takes a frame exactly at the end.
    const frames = [`trim=end_frame=${Math.max(1, afterLast - first)}`];
    return { ...plain, start: from, length: Math.max(end, afterLast / rate) - from, frames };
  }
  if (video?.holdRate === undefined) return plain;
  return {
    ...plain,
    seek: ['-noaccurate_seek'],
    frames: [`fps=${video.holdRate}:start_time=0`],
    samples: ['-af', 'atrim=start=0'],
  };
}

/** Rounds down to milliseconds, because ffmpeg would skip a first frame that begins before a rounded-up time. */
function inSeconds(time: number): string {
  return (Math.floor(time * 1000 + 1e-6) / 1000).toFixed(3);
}
