import type { AudioFacts, SourceFacts, VideoFacts } from './probe.ts';

/** How to produce streams that players support: copy what fits, encode what does not. */
export interface PackagingPlan {
  /** ffmpeg options after the input, without the muxer's. */
  options: string[];
  /** The size of the output picture. */
  video: { width: number; height: number } | undefined;
  isEncodingVideo: boolean;
  isEncodingAudio: boolean;
}

const LONG_SIDE = 1920;
const SHORT_SIDE = 1088;
const MAX_FRAME_RATE = 60;
const USUAL_FRAME_RATE = 30;
const SEGMENT_SECONDS = 6;
/** An encode of more seconds than this is long; audio costs about a fiftieth of video. */
const LONG_ENCODE_SECONDS = { video: 20, audio: 1200 };

/** How the picture is packaged. */
export type PackagingMode =
  /** Copied where it fits. */
  | 'copy'
  /** Encoded, because copying gave segments that are too long. */
  | 'encode'
  /** Encoded at a constant rate to the end of the file, because the picture would play for another time. */
  | 'hold';

/** Plans the packaging of a source. */
export function planPackaging(facts: SourceFacts, mode: PackagingMode = 'copy'): PackagingPlan {
  const video = facts.video === undefined ? undefined : planVideo(facts.video, mode);
  const until = mode === 'hold' && facts.duration !== undefined ? ['-t', facts.duration.toFixed(3)] : [];
  const audio =
    facts.audio === undefined
      ? ['-an']
      : ['-map', `0:${facts.audio.index}`, ...audioOptions(facts.format, facts.audio)];
  return {
    options: [
      ...(video?.options ?? ['-vn']),
      ...audio,
      ...until,
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
    ],
    video: video?.size,
    isEncodingVideo: video?.isEncoding ?? false,
    isEncodingAudio: facts.audio !== undefined && !canCopyAudio(facts.format, facts.audio),
  };
}

/** Whether packaging takes so long that sources which are packaged in seconds should not wait for it. */
export function isLongEncode(facts: SourceFacts, mode: PackagingMode = 'copy'): boolean {
  const plan = planPackaging(facts, mode);
  const length = facts.duration ?? Infinity;
  return (
    (plan.isEncodingVideo && length > LONG_ENCODE_SECONDS.video) ||
    (plan.isEncodingAudio && length > LONG_ENCODE_SECONDS.audio)
  );
}

/** Whether the picture can be copied without encoding. */
export function canCopyVideo(video: VideoFacts): boolean {
  const long = Math.max(video.width, video.height);
  const short = Math.min(video.width, video.height);
  return (
    video.codec === 'h264' &&
    (video.pixelFormat === 'yuv420p' || video.pixelFormat === 'yuvj420p') &&
    long <= LONG_SIDE &&
    short <= SHORT_SIDE &&
    !video.isRotated &&
    video.isSquare &&
    !video.isInterlaced
  );
}

/** Returns the size that a picture is scaled down to: within 1080p in either orientation, even numbers. */
export function fitPicture(
  picture: { width: number; height: number },
  longSide = LONG_SIDE,
  shortSide = SHORT_SIDE,
): { width: number; height: number } {
  const long = Math.max(picture.width, picture.height);
  const short = Math.min(picture.width, picture.height);
  const factor = Math.min(1, longSide / long, shortSide / short);
  return { width: even(picture.width * factor), height: even(picture.height * factor) };
}

/**
 * Returns options that encode a picture to H.264 at the given size, with a key frame at each segment start.
 *
 * @param first filters before scaling
 * @param last filters after scaling, where the frames are small
 */
export function encodeVideo(
  size: { width: number; height: number },
  frameRate: number,
  { first = [], last = [] }: { first?: readonly string[]; last?: readonly string[] } = {},
): string[] {
  const scale = [`scale=${size.width}:${size.height}`, 'setsar=1', 'format=yuv420p'];
  const filters = [...first, ...scale, ...last];
  if (frameRate > MAX_FRAME_RATE) filters.unshift(`fps=${MAX_FRAME_RATE}`);
  return [
    ...['-vf', filters.join(',')],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-profile:v', 'high'],
    ...['-maxrate', '6M', '-bufsize', '12M', '-fps_mode', 'vfr'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
  ];
}

function planVideo(
  video: VideoFacts,
  mode: PackagingMode,
): { options: string[]; size: { width: number; height: number }; isEncoding: boolean } {
  const map = ['-map', `0:${video.index}`];
  if (mode === 'copy' && canCopyVideo(video)) {
    const size = { width: video.width, height: video.height };
    return { options: [...map, '-c:v', 'copy'], size, isEncoding: false };
  }
  const size = fitPicture(video);
  const last = mode === 'hold' ? [`fps=${steadyRateOf(video)}`, 'tpad=stop_mode=clone:stop=-1'] : [];
  return { options: [...map, ...encodeVideo(size, video.frameRate, { last })], size, isEncoding: true };
}

function steadyRateOf({ holdRate, steadyRate }: VideoFacts): number {
  return Math.min(MAX_FRAME_RATE, holdRate ?? steadyRate ?? USUAL_FRAME_RATE);
}

function audioOptions(format: string, audio: AudioFacts): string[] {
  if (canCopyAudio(format, audio)) return ['-c:a', 'copy'];
  return ['-c:a', 'aac', '-b:a', '128k', '-ac', audio.channels === 1 ? '1' : '2', '-ar', '48000'];
}

/** The ADTS framing of transport streams does not fit fragmented MP4; encoding audio costs little. */
function canCopyAudio(format: string, { codec, channels }: AudioFacts): boolean {
  return codec === 'aac' && channels <= 2 && /mov|matroska/.test(format);
}

function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
