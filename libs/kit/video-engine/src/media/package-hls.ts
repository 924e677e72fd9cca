import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AssetMedia } from '../catalogue/records.ts';
import type { Limits } from '../options.ts';
import { MediaError } from './media-error.ts';
import type { FfmpegRun, MediaTools } from './media-tools.ts';
import type { PackagingMode } from './packaging-plan.ts';
import { isLongEncode, planPackaging } from './packaging-plan.ts';
import type { SourceFacts } from './probe.ts';
import { tooLong } from './probe.ts';
import { readCodecs } from './read-codecs.ts';
import { workTime } from './work-time.ts';

/** What to package and where. */
export interface PackageRequest {
  source: string;
  facts: SourceFacts;
  /** An empty folder for playlist and segments. */
  folder: string;
  /** Whether it may be encoded for long, where copying does not do. */
  mayTakeLong: boolean;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Formats (names of ffprobe) that players go on with past damage; whether they are whole is told by other means. */
const MAY_HAVE_BLEMISHES = /mov|matroska|^(wav|avi|mp3|mpegts|mpeg)$/;
/** Formats that name their length exactly; of others it is often a guess. */
const NAMES_ITS_LENGTH = /mov|matroska/;
/** A copied picture with key frames further apart than this is encoded anew, or seeking would crawl. */
const LONGEST_SEGMENT_SECONDS = 20;
/** Less than this much of a declared duration missing is rounding of containers, not a cut. */
const TOLERATED_LOSS_SECONDS = 1;
/** So much of the time may lie beyond the picture, or in its gaps, before it is encoded to fill it. */
const TOLERATED_GAPS = 0.05;

/**
 * Makes HLS (fragmented MP4, segments of about 6 s) and returns what it holds; undefined when it takes a long encode, as
 * copying has shown, and the request may not.
 *
 * @throws MediaError when the source is damaged, ends before its declared end or plays longer than is allowed
 */
export async function packageHls(
  tools: MediaTools,
  request: PackageRequest,
  limits: Limits,
): Promise<AssetMedia | undefined> {
  const { facts, mayTakeLong } = request;
  const endsAt = performance.now() + workTime(facts, 'encode', limits);
  const mayEncode = mayTakeLong || !isLongEncode(facts, 'encode');
  const pack = (mode: PackagingMode): Promise<Packaged> =>
    packageOnce(tools, request, { limits, mode, endsAt });
  let packaged = await pack('copy');
  if (isCoarse(facts, packaged)) {
    if (!mayEncode) return undefined;
    packaged = await pack('encode');
  }
  if (isMistimed(facts, packaged)) {
    if (!mayEncode) return undefined;
    packaged = await pack('hold');
  }
  if (packaged.media.duration > Math.max(facts.duration ?? 0, limits.maxDurationSeconds) + 1) {
    throw tooLong(limits);
  }
  return packaged.media;
}

interface Packaged {
  media: AssetMedia;
  /** Seconds that each segment plays. */
  segments: number[];
  isEncodingVideo: boolean;
}

function isCoarse({ video }: SourceFacts, { segments, isEncodingVideo }: Packaged): boolean {
  return video !== undefined && !isEncodingVideo && Math.max(...segments) > LONGEST_SEGMENT_SECONDS;
}

/**
 * Whether the segments play for another time than the file is long. Where frames stand for long and say no length of their
 * own, the last one is taken to be as long as the one before, or a gap is left out; and picture may end long before sound.
 * What is longer by more than its last segment has more in it than it declares.
 */
function isMistimed({ format, duration, video }: SourceFacts, { segments }: Packaged): boolean {
  if (duration === undefined || video === undefined || !NAMES_ITS_LENGTH.test(format)) return false;
  const beyond = sum(segments) - duration;
  if (beyond < 0) return -beyond > TOLERATED_LOSS_SECONDS + TOLERATED_GAPS * duration;
  return beyond > TOLERATED_LOSS_SECONDS && beyond <= (segments.at(-1) ?? 0) + TOLERATED_LOSS_SECONDS;
}

async function packageOnce(
  tools: MediaTools,
  request: PackageRequest,
  { limits, mode, endsAt }: { limits: Limits; mode: PackagingMode; endsAt: number },
): Promise<Packaged> {
  const { facts, folder } = request;
  const plan = planPackaging(facts, mode);
  const most = workTime(facts, plan.isEncodingVideo ? 'encode' : 'copy', limits);
  const written = await runOnceOrTwice(tools, facts, () => ({
    input: request.source,
    output: [
      ...plan.options,
      ...['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
      ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', 'seg%05d.m4s', 'media.m3u8'],
    ],
    cwd: folder,
    timeoutMs: Math.max(1, Math.min(most, endsAt - performance.now())),
    signal: request.signal,
    onTime: (seconds) => {
      if (facts.duration !== undefined) request.onProgress((100 * seconds) / facts.duration);
    },
  }));
  const segments = await fitLastSegment(facts, folder, await readSegments(folder));
  const played = Math.max(written, sum(segments));
  assertWhole(facts.duration, played);
  const media: AssetMedia = {
    duration: Math.round(trueLength(facts.duration, played) * 1000) / 1000,
    codecs: await readCodecs(join(folder, 'init.mp4')),
    ...(await bandwidths(folder, segments)),
    video: plan.video === undefined ? undefined : { ...plan.video, frameRate: facts.video?.frameRate ?? 0 },
    audio: facts.audio === undefined ? undefined : { channels: Math.min(2, facts.audio.channels) },
  };
  return { media, segments, isEncodingVideo: plan.isEncodingVideo };
}

/**
 * The first run is strict: in most formats the first error is where a cut file ends. Where the container itself told
 * that nothing is missing, or cannot be cut so that it shows, a second run goes past blemishes as players do.
 */
async function runOnceOrTwice(tools: MediaTools, facts: SourceFacts, run: () => FfmpegRun): Promise<number> {
  try {
    return await tools.ffmpeg(run());
  } catch (error) {
    if (!(error instanceof MediaError) || error.type !== 'invalid_input') throw error;
    if (!MAY_HAVE_BLEMISHES.test(facts.format)) throw error;
    return await tools.ffmpeg({ ...run(), isTolerant: true });
  }
}

function assertWhole(declared: number | undefined, played: number): void {
  if (played <= 0) throw new MediaError('invalid_input', 'The file holds no playable video or audio.');
  const tolerated = Math.max(TOLERATED_LOSS_SECONDS, 0.005 * (declared ?? 0));
  if (declared === undefined || played >= declared - tolerated) return;
  throw new MediaError(
    'invalid_input',
    `The file is cut short: it ends after ${Math.round(played)} of ${Math.round(declared)} seconds. Please upload the whole file.`,
  );
}

/** The declared length where it fits what was played; some programs declare less than there is. */
function trueLength(declared: number | undefined, played: number): number {
  return declared === undefined || played > declared + TOLERATED_LOSS_SECONDS ? played : declared;
}

/**
 * The last segment is measured by what its frames say they last, which leaves gaps out, and without the sound behind them.
 * Where the file is longer by no more than a segment may be, the playlist is made to say so.
 */
async function fitLastSegment(
  { format, duration, video }: SourceFacts,
  folder: string,
  segments: number[],
): Promise<number[]> {
  if (duration === undefined || video === undefined || !NAMES_ITS_LENGTH.test(format)) return segments;
  const before = segments.slice(0, -1);
  const last = duration - sum(before);
  if (last - (segments.at(-1) ?? 0) <= TOLERATED_LOSS_SECONDS || last > LONGEST_SEGMENT_SECONDS)
    return segments;
  const path = join(folder, 'media.m3u8');
  const playlist = await readFile(path, 'utf8');
  const longest = Math.ceil(Math.max(...before, last));
  await writeFile(
    path,
    playlist
      .replace(/^#EXT-X-TARGETDURATION:\d+$/m, `#EXT-X-TARGETDURATION:${longest}`)
      .replace(/#EXTINF:[\d.]+,(?=\n[^\n]*\n#EXT-X-ENDLIST)/, `#EXTINF:${last.toFixed(6)},`),
    { flush: true },
  );
  return [...before, last];
}

/** Lengths of the segments in seconds, from the playlist. */
async function readSegments(folder: string): Promise<number[]> {
  const playlist = await readFile(join(folder, 'media.m3u8'), 'utf8');
  const lengths = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
  if (lengths.length === 0)
    throw new MediaError('invalid_input', 'The file holds no playable video or audio.');
  return lengths;
}

async function bandwidths(
  folder: string,
  lengths: number[],
): Promise<{ bandwidth: number; averageBandwidth: number }> {
  // Another run before may have left more.
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.m4s'))
    .sort()
    .slice(0, lengths.length);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const rates = sizes.map((size, index) => (8 * size) / Math.max(lengths[index] ?? 1, 0.5));
  return {
    bandwidth: Math.ceil(Math.max(...rates)),
    averageBandwidth: Math.ceil((8 * sum(sizes)) / Math.max(sum(lengths), 0.5)),
  };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
