import type { AssetMedia } from '../catalogue/records.ts';
import type { Limits } from '../options.ts';
import { finishHls } from './finish-hls.ts';
import type { Playlist } from './hls-playlist.ts';
import { HLS_OUTPUT, playedSeconds, readPlaylist } from './hls-playlist.ts';
import { MediaError } from './media-error.ts';
import type { FfmpegRun, MediaTools } from './media-tools.ts';
import type { PackagingMode } from './packaging-plan.ts';
import { isLongEncode, planPackaging } from './packaging-plan.ts';
import type { SourceFacts } from './probe.ts';
import { tooLongError } from './probe.ts';
import { workTime } from './work-time.ts';

/** A source to package, and the folder for the result. */
export interface PackageRequest {
  source: string;
  facts: SourceFacts;
  /** An empty folder for the playlist and the media. */
  folder: string;
  /** Whether a long encode is allowed where copying is not possible. */
  mayTakeLong: boolean;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Formats with an exact declared duration; in others it is often an estimate. */
const HAS_EXACT_DURATION = /mov|matroska/;
/** A copied picture with key frames further apart than this is re-encoded, because seeking would be slow. */
const MAX_SEGMENT_SECONDS = 20;
/** A difference to the declared duration below this is rounding of containers, not a truncated file. */
const TOLERATED_LOSS_SECONDS = 1;
/** The share of the duration that may lack a picture before the picture is re-encoded to fill it. */
const TOLERATED_GAPS = 0.05;

/**
 * Creates one MP4 whose fragments of about 6 s are the segments of HLS, and returns its properties. Returns undefined
 * when copying has shown that a long encode is needed but the request does not allow one.
 *
 * @throws MediaError when the source is damaged, ends before its declared end or plays longer than allowed
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
  if (hasLongSegments(facts, packaged)) {
    if (!mayEncode) return undefined;
    packaged = await pack('encode');
  }
  if (hasWrongDuration(facts, packaged)) {
    if (!mayEncode) return undefined;
    packaged = await pack('hold');
  }
  if (packaged.duration > Math.max(facts.duration ?? 0, limits.maxDurationSeconds) + 1) {
    throw tooLongError(limits);
  }
  const { playlist, duration, video } = packaged;
  const audio = facts.audio && { channels: Math.min(2, facts.audio.channels) };
  return await finishHls(request.folder, playlist, { duration, video, audio });
}

interface Packaged {
  playlist: Playlist;
  /** In seconds. */
  duration: number;
  video: AssetMedia['video'];
  isEncodingVideo: boolean;
}

function hasLongSegments({ video }: SourceFacts, { playlist, isEncodingVideo }: Packaged): boolean {
  if (video === undefined || isEncodingVideo) return false;
  return playlist.segments.some(({ seconds }) => seconds > MAX_SEGMENT_SECONDS);
}

/**
 * Checks whether the segments play for another time than the file's duration. When frames last long and declare no
 * length, the last one gets the length of the one before, or a gap is left out; and the picture may end long before
 * the sound. A file that plays longer by more than its last segment really contains more than it declares: not wrong.
 */
function hasWrongDuration({ format, duration, video }: SourceFacts, { playlist }: Packaged): boolean {
  if (duration === undefined || video === undefined || !HAS_EXACT_DURATION.test(format)) return false;
  const { segments } = playlist;
  const beyond = playedSeconds(segments) - duration;
  if (beyond < 0) return -beyond > TOLERATED_LOSS_SECONDS + TOLERATED_GAPS * duration;
  return (
    beyond > TOLERATED_LOSS_SECONDS && beyond <= (segments.at(-1)?.seconds ?? 0) + TOLERATED_LOSS_SECONDS
  );
}

async function packageOnce(
  tools: MediaTools,
  request: PackageRequest,
  { limits, mode, endsAt }: { limits: Limits; mode: PackagingMode; endsAt: number },
): Promise<Packaged> {
  const { facts, folder } = request;
  const plan = planPackaging(facts, mode);
  const maxMs = workTime(facts, plan.isEncodingVideo ? 'encode' : 'copy', limits);
  const outputSeconds = await runWithFallback(tools, () => ({
    input: request.source,
    output: [...plan.options, ...HLS_OUTPUT],
    cwd: folder,
    timeoutMs: Math.max(1, Math.min(maxMs, endsAt - performance.now())),
    signal: request.signal,
    onTime: (seconds) => {
      if (facts.duration !== undefined) request.onProgress((100 * seconds) / facts.duration);
    },
  }));
  const playlist = extendLastSegment(facts, await readPlaylist(folder));
  const played = Math.max(outputSeconds, playedSeconds(playlist.segments));
  assertComplete(facts.duration, played);
  return {
    playlist,
    duration: actualDuration(facts.duration, played),
    video: plan.video && { ...plan.video, frameRate: facts.video?.frameRate ?? 0 },
    isEncodingVideo: plan.isEncodingVideo,
  };
}

/** The first run is strict. A second one skips damage as players do; other checks find out whether a file is complete. */
async function runWithFallback(tools: MediaTools, run: () => FfmpegRun): Promise<number> {
  try {
    return await tools.ffmpeg(run());
  } catch (error) {
    if (!(error instanceof MediaError) || error.type !== 'invalid_input') throw error;
    return await tools.ffmpeg({ ...run(), isTolerant: true });
  }
}

function assertComplete(declared: number | undefined, played: number): void {
  if (played <= 0) throw new MediaError('invalid_input', 'The file holds no playable video or audio.');
  const tolerated = Math.max(TOLERATED_LOSS_SECONDS, 0.005 * (declared ?? 0));
  if (declared === undefined || played >= declared - tolerated) return;
  throw new MediaError(
    'invalid_input',
    `The file is cut short: it ends after ${Math.round(played)} of ${Math.round(declared)} seconds. Please upload the whole file.`,
  );
}

/** Returns the declared duration unless the file plays longer: some programs declare too little. */
function actualDuration(declared: number | undefined, played: number): number {
  return declared === undefined || played > declared + TOLERATED_LOSS_SECONDS ? played : declared;
}

/**
 * ffmpeg computes the last segment's length from its frames, without gaps and without sound after the last frame. When
 * the file's duration is longer and the last segment would still not be too long, the playlist gets the longer length.
 */
function extendLastSegment({ format, duration, video }: SourceFacts, playlist: Playlist): Playlist {
  const { segments } = playlist;
  const last = segments.at(-1);
  if (last === undefined || duration === undefined || video === undefined) return playlist;
  if (!HAS_EXACT_DURATION.test(format)) return playlist;
  const before = segments.slice(0, -1);
  const seconds = duration - playedSeconds(before);
  if (seconds - last.seconds <= TOLERATED_LOSS_SECONDS || seconds > MAX_SEGMENT_SECONDS) return playlist;
  return { ...playlist, segments: [...before, { ...last, seconds }], pictureSeconds: duration };
}
