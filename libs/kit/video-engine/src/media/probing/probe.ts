import { stat } from 'node:fs/promises';

import type { Limits } from '../../options.ts';
import { audioCodecs, videoCodecs } from '../tools/allow-lists.ts';
import { MediaError, unsupportedCodec } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import type { Report, Stream } from './probe-report.ts';
import { reportEntries, readReport } from './probe-report.ts';
import type { TrackStart } from './track-starts.ts';
import { earliestStart, readStarts } from './track-starts.ts';

/** The picture of a source. Width and height are as displayed: square pixels, rotation applied. */
export interface VideoFacts extends TrackStart {
  /** The stream's number in the file. */
  index: number;
  codec: string;
  pixelFormat: string;
  width: number;
  height: number;
  storedWidth: number;
  storedHeight: number;
  frameRate: number;
  /** With a constant frame rate: the exact number of frames per second. */
  steadyRate?: number;
  /** With a variable frame rate: a constant rate at which no frame is lost or moves visibly. */
  holdRate?: number;
  /** The unit of the times in the file, in seconds. */
  timeUnit: number;
  /** Turned or mirrored for display. */
  isRotated: boolean;
  /** Set for a picture with high dynamic range. */
  highRange?: HighRange;
  isSquare: boolean;
  isInterlaced: boolean;
}

/** The audio of a source. */
export interface AudioFacts extends TrackStart {
  /** The stream's number in the file. */
  index: number;
  codec: string;
  channels: number;
  /** Samples per second. */
  sampleRate: number;
}

/** Properties of a source, read without decoding. Duration in seconds, undefined when the file declares none. */
export interface SourceFacts {
  format: string;
  duration: number | undefined;
  /** Size of the file. */
  bytes: number;
  video: VideoFacts | undefined;
  audio: AudioFacts | undefined;
  /** When the file and its tracks end, from which the duration follows for the tracks that are used. */
  ends: DeclaredEnds;
  /** The sound tracks that can be used, the preferred one first. */
  sounds: readonly AudioFacts[];
  /** The numbers of the pictures that can be used. */
  pictures: readonly number[];
  /** Whether there are sounds or pictures that cannot be used. */
  hasUnreadable: boolean;
}

/** The declared ends of a file and its tracks, in seconds after ffmpeg's zero of the file. */
interface DeclaredEnds {
  file: number | undefined;
  /** By stream number; without covers, which have no time, and without tracks that declare no end. */
  tracks: ReadonlyMap<number, number>;
}

/** HDR10 and HLG, by ffmpeg's names of their transfer functions. */
const highRanges = ['smpte2084', 'arib-std-b67'] as const;
/** A transfer function of a picture with high dynamic range. */
export type HighRange = (typeof highRanges)[number];
/** A display matrix, as ffprobe prints it, that flips the picture: the second number of the second row is negative. */
const upsideDownPattern = /^00000001:\s+-?\d+\s+-\d/m;

/** Time to find the first samples: a track may begin at the end of the file. */
const firstReadMs = 60_000;
const readBytesPerSecond = 2_000_000;

/** Containers whose duration counts from time zero even where the first frame comes later. */
const zeroBasedFormats = /mov|matroska/;
/** A difference between declared lengths below this is rounding. */
const roundingSeconds = 0.1;
/** ffmpeg cannot mix more channels down to two. */
const maxChannels = 8;
const sampleRatesHz = { lowest: 4_000, highest: 384_000 };

/**
 * Reads the properties of a file and refuses it when one is out of bounds, before any decoding for output.
 *
 * @param picture the number of the picture to use; by default the one that the file prefers
 * @throws MediaError with a message for the uploader
 */
export async function probe(
  tools: MediaTools,
  path: string,
  limits: Limits,
  signal?: AbortSignal,
  picture?: number,
): Promise<SourceFacts> {
  const report = readReport(await tools.ffprobe(path, reportEntries, signal));
  return await describe(report, { path, limits, picture }, async (tracks, bytes) => {
    const timeoutMs = firstReadMs + (1000 * bytes) / readBytesPerSecond;
    const fileStart = report.format.start_time ?? 0;
    return await readStarts(tools, path, tracks, { fileStart, timeoutMs, signal });
  });
}

/**
 * Reads the properties of a file that the engine has packaged. All of its tracks begin at zero, so it takes one run of a
 * program instead of one more for each track.
 *
 * @throws MediaError when it is damaged
 */
export async function probePackaged(
  tools: MediaTools,
  path: string,
  limits: Limits,
  signal?: AbortSignal,
): Promise<SourceFacts> {
  const report = readReport(await tools.ffprobe(path, reportEntries, signal));
  return await describe(report, { path, limits }, () => Promise.resolve(new Map()));
}

async function describe(
  report: Report,
  { path, limits, picture }: { path: string; limits: Limits; picture?: number | undefined },
  startsOf: (tracks: readonly Stream[], bytes: number) => Promise<ReadonlyMap<number, TrackStart>>,
): Promise<SourceFacts> {
  const { format, streams } = report;
  if (streams.length > limits.maxStreams) {
    throw new MediaError('invalid_input', `The file has more than ${limits.maxStreams} streams.`);
  }
  const ends = declaredEnds(report);
  const canUse = (one: Stream): boolean => isUsablePicture(one, ends.file, limits);
  const pictures = byPreference(streams.filter(isPicture), canUse);
  const audios = byPreference(streams.filter(isSound), isUsableSound);
  const preferredPicture =
    picture === undefined ? pictures[0] : pictures.find(({ index }) => index === picture);
  const video = onlyListed(preferredPicture, videoCodecs);
  const audio = onlyListed(audios[0], audioCodecs);
  if (video === undefined && audio === undefined) throw nothingReadable(preferredPicture ?? audios[0]);
  const sounds = audios.filter(isUsableSound);
  const { size: bytes } = await stat(path);
  const starts = await startsOf([...(video === undefined ? [] : [video]), ...sounds], bytes);
  const startOf = ({ index }: Stream): TrackStart => starts.get(index) ?? { start: 0, isTrimmed: false };
  const soundOf = (sound: Stream): AudioFacts => ({ ...audioFacts(sound), ...startOf(sound) });
  const usedTracks = {
    video: video === undefined ? undefined : { ...videoFacts(video, limits), ...startOf(video) },
    audio: audio === undefined ? undefined : soundOf(audio),
  };
  const duration = playedDuration(ends, usedTracks);
  if (duration !== undefined && duration > limits.maxDurationSeconds + 1) throw tooLongError(limits);
  const facts: SourceFacts = {
    format: format.format_name,
    duration,
    bytes,
    ends,
    ...usedTracks,
    sounds: sounds.map(soundOf),
    pictures: pictures.filter(canUse).map(({ index }) => index),
    hasUnreadable: !audios.every(isUsableSound) || !pictures.every(canUse),
  };
  assertTotalPixels(video, duration, limits);
  return facts;
}

/** Uses another sound. With it, the recording may begin or end at another time. */
export function withSound(facts: SourceFacts, audio: AudioFacts): SourceFacts {
  const usedTracks = { video: facts.video, audio };
  return { ...facts, ...usedTracks, duration: playedDuration(facts.ends, usedTracks) };
}

function isPicture(one: Stream): boolean {
  return one.codec_type === 'video' && one.disposition.attached_pic === 0;
}

function isSound(one: Stream): boolean {
  return one.codec_type === 'audio' && one.channels > 0;
}

function isUsableSound({ codec_name: codec, channels, sample_rate: rate }: Stream): boolean {
  const isUsualRate = rate >= sampleRatesHz.lowest && rate <= sampleRatesHz.highest;
  return audioCodecs.has(codec) && channels <= maxChannels && isUsualRate;
}

function isUsablePicture(one: Stream, duration: number | undefined, limits: Limits): boolean {
  const { codec_name: codec, width, height } = one;
  const isUsualSize = width >= 2 && height >= 2 && width * height <= limits.maxPixels;
  return videoCodecs.has(codec) && isUsualSize && totalPixels(one, duration) <= limits.maxTotalPixels;
}

/** Sorts streams: those that can be used, then those that the file declares as default, then as in the file. */
function byPreference(streams: Stream[], isUsable: (one: Stream) => boolean): Stream[] {
  const rank = (one: Stream): number => (isUsable(one) ? 2 : 0) + one.disposition.default;
  return streams.toSorted((a, b) => rank(b) - rank(a));
}

/** The highest rate of real recordings; a higher value is the file's time base, not a frame rate. */
const maxFramesPerSecond = 240;
const usualFramesPerSecond = 30;

/** A small file can have pictures that take days to decode. Without a declared duration only the time limit applies. */
function assertTotalPixels(video: Stream | undefined, duration: number | undefined, limits: Limits): void {
  if (video === undefined || duration === undefined) return;
  if (totalPixels(video, duration) <= limits.maxTotalPixels) return;
  throw new MediaError(
    'invalid_input',
    `The video is too large to process: ${video.width} × ${video.height} at ` +
      `${Math.round(decodedRate(video))} frames a second for ` +
      `${Math.ceil(duration / 60)} minutes. Please upload it smaller, such as 1920 × 1080 at 30.`,
  );
}

function totalPixels(video: Stream, duration = 0): number {
  return video.width * video.height * decodedRate(video) * duration;
}

function decodedRate(video: Stream): number {
  const rate = averageRate(video);
  return rate > 0 && rate <= maxFramesPerSecond ? rate : usualFramesPerSecond;
}

/** Reads when the file and its tracks end, without the empty time at the start of some files. */
function declaredEnds({ format, streams }: Report): DeclaredEnds {
  const { duration, start_time: zero = 0 } = format;
  const isFromZero = zeroBasedFormats.test(format.format_name) && duration !== undefined && duration > zero;
  const tracks = new Map<number, number>();
  for (const { index, duration: length, start_time: start = zero, tags, disposition } of streams) {
    // Tags may be older than the file.
    const tagged = tags.end === undefined ? undefined : Math.min(tags.end, duration ?? Infinity);
    const end = length === undefined ? tagged : start + length;
    if (end !== undefined && disposition.attached_pic === 0) tracks.set(index, end - zero);
  }
  return { file: isFromZero && zero > 0 ? duration - zero : duration, tracks };
}

/**
 * Returns how long the used tracks play, as the file declares. A file declares the end of its longest track, even when
 * that track is not used.
 */
function playedDuration(
  { file, tracks }: DeclaredEnds,
  usedTracks: Pick<SourceFacts, 'video' | 'audio'>,
): number | undefined {
  const indices = [usedTracks.video, usedTracks.audio].flatMap((track) =>
    track === undefined ? [] : [track.index],
  );
  const ends = indices.map((index) => tracks.get(index) ?? file ?? 0);
  const others = [...tracks].filter(([index]) => !indices.includes(index)).map(([, end]) => end);
  const isOther = file !== undefined && Math.max(0, ...others) > file - roundingSeconds;
  const end = isOther ? Math.max(...ends) : Math.max(file ?? 0, ...ends);
  const duration = end - earliestStart(usedTracks);
  return end > 0 && duration > 0 ? duration : undefined;
}

/** Creates the error for a recording longer than allowed. */
export function tooLongError(limits: Limits): MediaError {
  const hours = Math.round((limits.maxDurationSeconds / 3600) * 10) / 10;
  return new MediaError('invalid_input', `The recording is longer than ${hours} hours.`);
}

/** A track of another codec is ignored beside one that can be read. */
function onlyListed(one: Stream | undefined, codecs: ReadonlySet<string>): Stream | undefined {
  return one !== undefined && codecs.has(one.codec_name) ? one : undefined;
}

function nothingReadable(one: Stream | undefined): MediaError {
  const message =
    one === undefined ? 'The file holds neither video nor audio.' : unsupportedCodec(one.codec_name);
  return new MediaError('invalid_input', message);
}

function audioFacts(audio: Stream): Omit<AudioFacts, keyof TrackStart> {
  if (audio.channels > maxChannels) {
    throw new MediaError(
      'invalid_input',
      `The sound of the file has more than ${maxChannels} channels. Please mix it down to stereo.`,
    );
  }
  if (audio.sample_rate < sampleRatesHz.lowest || audio.sample_rate > sampleRatesHz.highest) {
    throw new MediaError('invalid_input', 'The sound of the file has a sample rate that is not supported.');
  }
  const { index, codec_name: codec, channels, sample_rate: sampleRate } = audio;
  return { index, codec, channels, sampleRate };
}

function videoFacts(video: Stream, limits: Limits): Omit<VideoFacts, keyof TrackStart> {
  if (video.width < 2 || video.height < 2) {
    throw new MediaError('invalid_input', 'The picture of the file could not be read.');
  }
  if (video.width * video.height > limits.maxPixels) {
    throw new MediaError('invalid_input', 'The picture of the file is too large.');
  }
  const aspect = ratio(video.sample_aspect_ratio, ':') ?? 1;
  const { rotation = 0, displaymatrix = '' } =
    video.side_data_list.find((one) => one.rotation !== undefined) ?? {};
  const turn = Math.abs(rotation) % 180;
  const isSideways = turn > 45 && turn < 135;
  const shownWidth = Math.round(video.width * aspect);
  return {
    index: video.index,
    codec: video.codec_name,
    pixelFormat: video.pix_fmt,
    width: isSideways ? video.height : shownWidth,
    height: isSideways ? shownWidth : video.height,
    storedWidth: video.width,
    storedHeight: video.height,
    frameRate: averageRate(video),
    ...rates(video),
    timeUnit: ratio(video.time_base, '/') ?? 0,
    isRotated: rotation % 360 !== 0 || upsideDownPattern.test(displaymatrix),
    highRange: highRanges.find((one) => one === video.color_transfer),
    isSquare: aspect === 1,
    isInterlaced: !['progressive', 'unknown'].includes(video.field_order),
  };
}

/** Frame rates for sources with a variable rate: the minimum, the default without a usable base rate, the maximum. */
const holdFramesPerSecond = { lowest: 10, usual: 30, highest: 60 };
/** A relative difference below this is rounding of containers. */
const rateRoundingShare = 0.01;

function rates(video: Stream): Pick<VideoFacts, 'steadyRate' | 'holdRate'> {
  const average = ratio(video.avg_frame_rate, '/') ?? 0;
  const base = ratio(video.r_frame_rate, '/') ?? 0;
  const isInterlaced = !['progressive', 'unknown'].includes(video.field_order);
  // With interlaced pictures, `r_frame_rate` is the rate of the fields.
  if (isInterlaced) return {};
  if (base > 0 && Math.abs(average - base) <= rateRoundingShare * base) return { steadyRate: base };
  const { lowest, usual, highest } = holdFramesPerSecond;
  if (base <= 0 || base > highest) return { holdRate: average > usual + 1 ? highest : usual };
  return { holdRate: base * Math.ceil(lowest / base) };
}

function averageRate(video: Stream): number {
  return Math.round((ratio(video.avg_frame_rate, '/') ?? 0) * 1000) / 1000;
}

function ratio(text: string, separator: string): number | undefined {
  const [numerator, denominator] = text.split(separator).map(Number);
  if (numerator === undefined || denominator === undefined) return undefined;
  return numerator > 0 && denominator > 0 ? numerator / denominator : undefined;
}
