import type { AudioFacts, SourceFacts } from '../probing/probe.ts';
import { earliestStart } from '../probing/track-starts.ts';
import type { HighRange, VideoFacts } from '../probing/video-facts.ts';
import { segmentSeconds } from './hls-playlist.ts';

/** How to produce streams that players support: copy what fits, encode what does not. */
export interface PackagingPlan {
  /** ffmpeg options before the input. */
  inputOptions: string[];
  /** Whether the sound is read from a second opening of the file. */
  readsTwice: boolean;
  /** ffmpeg options after the input, without the muxer's. */
  options: string[];
  /** The size of the output picture. */
  video: { width: number; height: number } | undefined;
  isEncodingVideo: boolean;
  isEncodingAudio: boolean;
}

const longSidePixels = 1920;
const shortSidePixels = 1088;
const maxFramesPerSecond = 60;
const usualFramesPerSecond = 30;
/** A frame of every usual rate lasts a whole number of these units. */
const encoderUnitSeconds = '1/360000';
/** Formats with an exact declared duration; in others it is often an estimate. */
export const exactDurationFormats = /mov|matroska/;
/** Players skip a shorter time without sound at the start. */
const maxSilenceSeconds = 0.1;
/** An encode of more seconds than this is long; audio costs about a fiftieth of video. */
const longEncodeSeconds = { video: 20, audio: 1200 };

/** How a source is packaged. */
export interface PackagingMode {
  picture:
    | 'copy' // where it fits
    | 'encode' // because copying gave segments that are too long
    | 'hold'; // encoded at a constant rate until the end, because the picture would play for another time
  sound:
    | 'copy' // where it fits
    | 'fill'; // encoded with silence where it has none
  /** The end in seconds, if the result of another mode has shown it. */
  end?: number;
}

/** Copies what fits. */
export const copyMode: PackagingMode = { picture: 'copy', sound: 'copy' };

/**
 * Plans the packaging of a source. Every track of the result begins at zero, because players wait for the one that
 * begins last: the first picture is held, and sound begins with silence.
 */
export function planPackaging(facts: SourceFacts, mode: PackagingMode = copyMode): PackagingPlan {
  const end = mode.end ?? (exactDurationFormats.test(facts.format) ? facts.duration : undefined);
  const zero = earliestStart(facts);
  const video = facts.video === undefined ? undefined : planVideo(facts.video, zero, mode);
  const copiesAudio =
    facts.audio !== undefined && mode.sound === 'copy' && canCopyAudio(facts.format, facts.audio, zero);
  const readsTwice = video !== undefined && facts.audio !== undefined && !copiesAudio;
  return {
    // Never 0: with 0, ffmpeg starts each opening of a transport stream at the track that it reads from this opening.
    inputOptions: ['-itsoffset', (1e-6 - zero).toFixed(6)],
    readsTwice,
    options: [
      ...(video?.options ?? ['-vn']),
      ...(facts.audio === undefined
        ? ['-an']
        : [
            '-map',
            `${readsTwice ? 1 : 0}:${facts.audio.index}`,
            ...audioOptions(facts.audio, copiesAudio, video && end),
          ]),
      ...(mode.picture === 'hold' && end !== undefined ? ['-t', end.toFixed(3)] : []),
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
    ],
    video: video?.size,
    isEncodingVideo: video?.isEncoding ?? false,
    isEncodingAudio: facts.audio !== undefined && !copiesAudio,
  };
}

/** Whether packaging takes so much time that short jobs must not wait for it. */
export function isLongEncode(facts: SourceFacts, mode: PackagingMode = copyMode): boolean {
  const plan = planPackaging(facts, mode);
  const length = facts.duration ?? Infinity;
  return (
    (plan.isEncodingVideo && length > longEncodeSeconds.video) ||
    (plan.isEncodingAudio && length > longEncodeSeconds.audio)
  );
}

/** Whether the picture can be copied without encoding. */
export function canCopyVideo(video: VideoFacts): boolean {
  const long = Math.max(video.width, video.height);
  const short = Math.min(video.width, video.height);
  return (
    video.codec === 'h264' &&
    (video.pixelFormat === 'yuv420p' || video.pixelFormat === 'yuvj420p') &&
    long <= longSidePixels &&
    short <= shortSidePixels &&
    !video.isRotated &&
    !video.isTrimmed &&
    video.highRange === undefined &&
    video.isSquare &&
    !video.isInterlaced
  );
}

/** Returns the size that a picture is scaled down to: within 1080p in either orientation, even numbers. */
export function fitPicture(
  picture: { width: number; height: number },
  longSide = longSidePixels,
  shortSide = shortSidePixels,
): { width: number; height: number } {
  const long = Math.max(picture.width, picture.height);
  const short = Math.min(picture.width, picture.height);
  const factor = Math.min(1, longSide / long, shortSide / short);
  return { width: even(picture.width * factor), height: even(picture.height * factor) };
}

/**
 * Shows the first picture from zero until the second one. Decoding starts at zero, because players of the fragments take
 * the first decoding time for zero; pictures with earlier decoding times follow in steps of one time unit.
 */
const fromZero = ['-bsf:v', "setts=pts='if(N,PTS,0)':dts='if(N,max(DTS,N),0)'"];
/** The same for units in which a picture would be decoded after it is shown. */
const fromZeroInLongUnits = ['-bsf:v', "setts=pts='if(N,PTS,0)':dts='if(N,DTS,DTS-PTS)'"];
const longUnitSeconds = 0.0011;

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
  const filters = [...first, ...fit(size), ...last, 'format=yuv420p'];
  if (frameRate > maxFramesPerSecond) filters.unshift(`fps=${maxFramesPerSecond}`);
  return [
    ...['-vf', filters.join(','), '-enc_time_base', encoderUnitSeconds, ...fromZero],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-profile:v', 'high'],
    ...['-maxrate', '6M', '-bufsize', '12M', '-fps_mode', 'vfr'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
  ];
}

/** Scales a picture with square pixels to fit, in black: recordings of calls change their shape. */
function fit({ width, height }: { width: number; height: number }): string[] {
  return [
    'scale=trunc(iw*sar/2+0.5)*2:ih',
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame`,
    // Last, because scaling to even sides changes the shape of the pixels, and players would stretch the picture.
    'setsar=1',
  ];
}

/** The brightness, in cd/m², that becomes the white of standard range; checked with a picture in both ranges. */
const whiteNits = { smpte2084: 190, 'arib-std-b67': 900 };

/** Filters that map a picture of high dynamic range to the standard one, which every screen shows. */
function mapTones(transfer: HighRange): string[] {
  return [
    `zscale=tin=${transfer}:min=bt2020nc:pin=bt2020:t=linear:npl=${whiteNits[transfer]}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ];
}

/** Makes one picture of two fields, which screens would show as combs; other pictures stay as they are. */
const deinterlace = 'bwdif=mode=send_frame:deint=interlaced';

function planVideo(
  video: VideoFacts,
  zero: number,
  { picture }: PackagingMode,
): { options: string[]; size: { width: number; height: number }; isEncoding: boolean } {
  const map = ['-map', `0:${video.index}`];
  if (picture === 'copy' && canCopyVideo(video)) {
    const size = { width: video.width, height: video.height };
    const start = video.timeUnit > longUnitSeconds ? fromZeroInLongUnits : fromZero;
    return { options: [...map, ...start, '-c:v', 'copy'], size, isEncoding: false };
  }
  const size = fitPicture(video);
  const first = video.mayHaveFields === true ? [deinterlace] : [];
  const last = video.highRange === undefined ? [] : mapTones(video.highRange);
  // One picture that is held for longer than a segment would make that segment as long.
  const isHeld = picture === 'hold' || video.start - zero > segmentSeconds;
  if (isHeld) last.push(`fps=${steadyRateOf(video)}:start_time=0`);
  if (picture === 'hold') last.push('tpad=stop_mode=clone:stop=-1');
  return {
    options: [...map, ...encodeVideo(size, video.frameRate, { first, last })],
    size,
    isEncoding: true,
  };
}

function steadyRateOf({ holdRate, steadyRate }: VideoFacts): number {
  return Math.min(maxFramesPerSecond, holdRate ?? steadyRate ?? usualFramesPerSecond);
}

/** ffmpeg drops the bass channel by default, but recorders with several microphones use it for one of them. */
const allChannels = 'lfe_mix_level=0.7';

function audioOptions(audio: AudioFacts, isCopied: boolean, end: number | undefined): string[] {
  if (isCopied) return ['-c:a', 'copy'];
  const silence = [
    ...(audio.mix === undefined ? [] : [mixChannels(audio.mix)]),
    `aresample=async=1:first_pts=0:${allChannels}`,
    ...(end === undefined ? [] : [`apad=whole_dur=${end.toFixed(3)}`]),
  ];
  return [
    ...['-af', silence.join(',')],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', audio.channels === 1 ? '1' : '2', '-ar', '48000'],
  ];
}

/** Both sides get the same mix of the channels, which is as loud as one of them. */
function mixChannels(channels: readonly number[]): string {
  const mix = channels.map((channel) => `c${channel}`).join('+');
  return `pan=stereo|c0<${mix}|c1<${mix}`;
}

/** The ADTS framing of transport streams does not fit fragmented MP4; encoding audio costs little. */
function canCopyAudio(
  format: string,
  { codec, channels, start, isTrimmed }: AudioFacts,
  zero: number,
): boolean {
  return (
    codec === 'aac' &&
    channels <= 2 &&
    /mov|matroska/.test(format) &&
    start - zero < maxSilenceSeconds &&
    !isTrimmed
  );
}

function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
