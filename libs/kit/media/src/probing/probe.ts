import { stat } from 'node:fs/promises';
import type { MediaLimits } from '../common/limits.ts';
import type { Decoders } from '../tools/decoders.ts';
import { MediaError, unsupportedCodec } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { type Report, type Stream, reportEntries, readReport } from './probe-report.ts';
import { type TrackStart, earliestStart, readStarts } from './track-starts.ts';
import { type VideoFacts, averageRate, videoFacts } from './video-facts.ts';

/** The audio of a source. */
export interface AudioFacts extends TrackStart {
  /** The stream's number in the file. */
  index: number;
  codec: string;
  channels: number;
  /** Samples per second. */
  sampleRate: number;
  /** The channels that are mixed, where there are too many for all of them. */
  mix?: readonly number[];
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
  /** Whether its recorder was stopped while it wrote: it ends in the middle of something. */
  isUnfinished?: boolean;
  /** The numbers of the pictures and sounds that are declared and have nothing in them. */
  empty: readonly number[];
  /** Whether the file has pictures or sounds that cannot be used, or more channels than are mixed. */
  hasUnreadable: boolean;
}

/** The declared ends of a file and its tracks, in seconds after ffmpeg's zero of the file. */
interface DeclaredEnds {
  file: number | undefined;
  /** By stream number; without covers, which have no time, and without tracks that declare no end. */
  tracks: ReadonlyMap<number, number>;
}

/** Time to find the first samples: a track may begin at the end of the file. */
const firstReadMs = 60_000;
const readBytesPerSecond = 2_000_000;

/** Containers whose duration counts from time zero even where the first frame comes later. */
const zeroBasedFormats = /mov|matroska/;
/** A difference between declared lengths below this is rounding. */
const roundingSeconds = 0.1;
/** ffmpeg has no rule to mix more channels down to two. */
export const maxMixedChannels = 8;
/** The most that a filter of ffmpeg takes. */
const maxChannels = 64;
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
  limits: MediaLimits,
  signal?: AbortSignal,
  picture?: number,
): Promise<SourceFacts> {
  const report = readReport(await tools.ffprobe(path, reportEntries, signal));
  const decoders = await tools.decoders();
  return await describe(report, { path, limits, decoders, picture }, async (tracks, bytes) => {
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
  limits: MediaLimits,
  signal?: AbortSignal,
): Promise<SourceFacts> {
  const report = readReport(await tools.ffprobe(path, reportEntries, signal));
  const fromZero = { start: 0, isTrimmed: false };
  return await describe(report, { path, limits, decoders: await tools.decoders() }, (tracks) =>
    Promise.resolve(new Map(tracks.map(({ index }) => [index, fromZero]))),
  );
}

async function describe(
  report: Report,
  {
    path,
    limits,
    decoders,
    picture,
  }: { path: string; limits: MediaLimits; decoders: Decoders; picture?: number | undefined },
  startsOf: (tracks: readonly Stream[], bytes: number) => Promise<ReadonlyMap<number, TrackStart>>,
): Promise<SourceFacts> {
  const { format, streams } = report;
  const ends = declaredEnds(report);
  const allPictures = byPreference(streams.filter(isPicture));
  const allSounds = byPreference(streams.filter(({ codec_type: type }) => type === 'audio'));
  const readable = {
    pictures: allPictures.filter((one) => isUsablePicture(one, ends.file, limits, decoders)),
    sounds: allSounds.filter((one) => isUsableSound(one, decoders)),
  };
  const { size: bytes } = await stat(path);
  // Each takes a run of a program: a file may declare a thousand tracks.
  const examined = [readable.pictures, readable.sounds].flatMap((tracks) =>
    tracks.slice(0, limits.maxTracks),
  );
  const starts = await startsOf(examined, bytes);
  const isEmpty = (one: Stream): boolean => examined.includes(one) && !starts.has(one.index);
  const pictures = readable.pictures.filter((one) => !isEmpty(one));
  const startOf = ({ index, start_time: start = 0 }: Stream): TrackStart =>
    starts.get(index) ?? { start: start - (format.start_time ?? 0), isTrimmed: false };
  const sounds = readable.sounds
    .filter((one) => !isEmpty(one))
    .map((one): AudioFacts => ({ ...audioFacts(one), ...startOf(one) }));
  const video = picture === undefined ? pictures[0] : pictures.find(({ index }) => index === picture);
  if (readable.pictures.length === 0) assertSize(allPictures, ends.file, { limits, decoders });
  if (video === undefined && sounds.length === 0)
    throw nothingReadable(allPictures[0] ?? allSounds[0], decoders);
  const usedTracks = {
    video: video === undefined ? undefined : { ...videoFacts(video), ...startOf(video) },
    audio: sounds[0],
  };
  const duration = playedDuration(ends, usedTracks);
  if (duration !== undefined && duration > limits.maxDurationSeconds + 1) throw tooLongError(limits);
  const facts: SourceFacts = {
    format: format.format_name,
    duration,
    bytes,
    ends,
    ...usedTracks,
    sounds,
    pictures: pictures.map(({ index }) => index),
    empty: examined.filter(isEmpty).map(({ index }) => index),
    hasUnreadable:
      readable.pictures.length < allPictures.length ||
      readable.sounds.length < allSounds.length ||
      sounds.some(({ channels }) => channels > maxMixedChannels),
  };
  if (video !== undefined) assertTotalPixels(video, duration, limits);
  return facts;
}

/** Uses another sound. With it, the recording may begin or end at another time. */
export function withSound(facts: SourceFacts, audio: AudioFacts | undefined): SourceFacts {
  return withTracks(facts, { video: facts.video, audio });
}

function withTracks(facts: SourceFacts, usedTracks: Pick<SourceFacts, 'video' | 'audio'>): SourceFacts {
  return { ...facts, ...usedTracks, duration: playedDuration(facts.ends, usedTracks) };
}

/** A recording whose recorder was stopped while it wrote: it has less than its last piece declares. */
export function unfinished(facts: SourceFacts): SourceFacts {
  return { ...facts, isUnfinished: true, duration: undefined, ends: { file: undefined, tracks: new Map() } };
}

/** Leaves out what turned out to be unreadable: a picture, or a sound, for which the next one is used. */
export function without(facts: SourceFacts, kind: 'video' | 'audio'): SourceFacts {
  const { video, audio } = facts;
  if (kind === 'video') {
    const pictures = facts.pictures.filter((index) => index !== video?.index);
    return withTracks({ ...facts, pictures, hasUnreadable: true }, { video: undefined, audio });
  }
  const sounds = facts.sounds.filter(({ index }) => index !== audio?.index);
  return withTracks({ ...facts, sounds, hasUnreadable: true }, { video, audio: sounds[0] });
}

function isPicture(one: Stream): boolean {
  return one.codec_type === 'video' && one.disposition.attached_pic === 0;
}

function isUsableSound(
  { codec_name: codec, channels, sample_rate: rate }: Stream,
  { audio }: Decoders,
): boolean {
  const isUsualRate = rate >= sampleRatesHz.lowest && rate <= sampleRatesHz.highest;
  return audio.has(codec) && channels > 0 && channels <= maxChannels && isUsualRate;
}

function isUsablePicture(
  one: Stream,
  duration: number | undefined,
  limits: MediaLimits,
  { video }: Decoders,
): boolean {
  const { codec_name: codec, width, height } = one;
  const isUsualSize = width >= 2 && height >= 2 && width * height <= limits.maxPixels;
  return video.has(codec) && isUsualSize && totalPixels(one, duration) <= limits.maxTotalPixels;
}

/** Sorts streams: those that the file declares as default, then as in the file. */
function byPreference(streams: Stream[]): Stream[] {
  return streams.toSorted((a, b) => b.disposition.default - a.disposition.default);
}

/** A picture that is too large for us would play elsewhere: it is refused, with advice, instead of left out. */
function assertSize(
  pictures: readonly Stream[],
  duration: number | undefined,
  { limits, decoders }: { limits: MediaLimits; decoders: Decoders },
): void {
  const picture = pictures.find(({ codec_name: codec }) => decoders.video.has(codec));
  if (picture === undefined) return;
  if (picture.width * picture.height > limits.maxPixels)
    throw new MediaError('invalid_input', 'The picture of the file is too large.');
  assertTotalPixels(picture, duration, limits);
}

/** The highest rate of real recordings; a higher value is the file's time base, not a frame rate. */
const maxFramesPerSecond = 240;
const usualFramesPerSecond = 30;

/** A small file can have pictures that take days to decode. Without a declared duration only the time limit applies. */
function assertTotalPixels(video: Stream, duration: number | undefined, limits: MediaLimits): void {
  if (duration === undefined) return;
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
export function tooLongError(limits: MediaLimits): MediaError {
  const hours = Math.round((limits.maxDurationSeconds / 3600) * 10) / 10;
  return new MediaError('invalid_input', `The recording is longer than ${hours} hours.`);
}

function nothingReadable(one: Stream | undefined, decoders: Decoders): MediaError {
  return new MediaError('invalid_input', whyNothing(one, decoders));
}

function whyNothing(one: Stream | undefined, { video, audio }: Decoders): string {
  if (one === undefined) return 'The file holds neither video nor audio.';
  const { codec_name: codec, codec_type: type, channels, sample_rate: rate, width, height } = one;
  if (!(type === 'audio' ? audio : video).has(codec)) return unsupportedCodec(codec);
  if (channels > maxChannels) return `The sound of the file has more than ${maxChannels} channels.`;
  if (rate > 0 && (rate < sampleRatesHz.lowest || rate > sampleRatesHz.highest))
    return 'The sound of the file has a sample rate that is not supported.';
  if (type === 'video' && (width < 2 || height < 2)) return 'The picture of the file could not be read.';
  return 'The file declares video or audio, but nothing of it was recorded.';
}

function audioFacts(audio: Stream): Omit<AudioFacts, keyof TrackStart> {
  const { index, codec_name: codec, channels, sample_rate: sampleRate } = audio;
  return { index, codec, channels, sampleRate };
}
