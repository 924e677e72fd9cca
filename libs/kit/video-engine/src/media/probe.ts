import { stat } from 'node:fs/promises';

import { z } from 'zod';

import type { Limits } from '../options.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from './allow-lists.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './media-tools.ts';

/** The picture of a source. Width and height are as displayed: square pixels, rotation applied. */
export interface VideoFacts {
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
  isRotated: boolean;
  isSquare: boolean;
  isInterlaced: boolean;
}

/** The audio of a source. */
export interface AudioFacts {
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
  /** The sound tracks that can be used, the preferred one first. */
  sounds: readonly AudioFacts[];
  /** How many pictures could be used. */
  pictures: number;
}

const numberText = z.coerce.number().optional().catch(undefined);
const stream = z.object({
  index: z.number().default(0),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  channels: z.number().default(0),
  sample_rate: z.coerce.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  field_order: z.string().default('progressive'),
  avg_frame_rate: z.string().default('0/0'),
  r_frame_rate: z.string().default('0/0'),
  start_time: numberText,
  duration: numberText,
  disposition: z
    .object({ attached_pic: z.number().default(0), default: z.number().default(0) })
    .default({ attached_pic: 0, default: 0 }),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).default([]),
});
const report = z.object({
  format: z.object({ format_name: z.string(), start_time: numberText, duration: numberText }),
  streams: z.array(stream).default([]),
});
type Stream = z.output<typeof stream>;
type Report = z.output<typeof report>;

/** The ffprobe entries of `report`. */
const ENTRIES = [
  'format=format_name,start_time,duration',
  'stream=index,codec_type,codec_name,pix_fmt,width,height,channels,sample_rate,sample_aspect_ratio,field_order,avg_frame_rate,r_frame_rate,start_time,duration',
  'stream_disposition=attached_pic,default',
  'stream_side_data=rotation',
].join(':');

/** Containers whose duration counts from time zero even where the first frame comes later. */
const COUNTS_FROM_ZERO = /mov|matroska/;
/** ffmpeg cannot mix more channels down to two. */
const MAX_CHANNELS = 8;
const SAMPLE_RATES = { lowest: 4_000, highest: 384_000 };

/**
 * Reads the properties of a file and refuses it when one is out of bounds, before any decoding for output.
 *
 * @throws MediaError with a message for the uploader
 */
export async function probe(
  tools: MediaTools,
  path: string,
  limits: Limits,
  signal?: AbortSignal,
): Promise<SourceFacts> {
  const read = readReport(await tools.ffprobe(path, ENTRIES, signal));
  const { format, streams } = read;
  if (streams.length > limits.maxStreams) {
    throw new MediaError('invalid_input', `The file has more than ${limits.maxStreams} streams.`);
  }
  const videos = byPreference(streams.filter(isPicture), (one) => VIDEO_CODECS.has(one.codec_name));
  const audios = byPreference(streams.filter(isSound), isUsableSound);
  const [video] = videos;
  const [audio] = audios;
  if (video === undefined && audio === undefined) {
    throw new MediaError('invalid_input', 'The file holds neither video nor audio.');
  }
  assertCodec('video', video?.codec_name, VIDEO_CODECS);
  assertCodec('audio', audio?.codec_name, AUDIO_CODECS);
  const duration = maxOf([contentDuration(read), video?.duration, audio?.duration]);
  if (duration !== undefined && duration > limits.maxDurationSeconds + 1) throw tooLongError(limits);
  const facts: SourceFacts = {
    format: format.format_name,
    duration,
    bytes: (await stat(path)).size,
    video: video === undefined ? undefined : videoFacts(video, limits),
    audio: audio === undefined ? undefined : audioFacts(audio),
    sounds: audios.filter(isUsableSound).map(audioFacts),
    pictures: videos.filter((one) => VIDEO_CODECS.has(one.codec_name)).length,
  };
  assertTotalPixels(facts, limits);
  return facts;
}

function isPicture(one: Stream): boolean {
  return one.codec_type === 'video' && one.disposition.attached_pic === 0;
}

function isSound(one: Stream): boolean {
  return one.codec_type === 'audio' && one.channels > 0;
}

function isUsableSound({ codec_name: codec, channels, sample_rate: rate }: Stream): boolean {
  const isUsualRate = rate >= SAMPLE_RATES.lowest && rate <= SAMPLE_RATES.highest;
  return AUDIO_CODECS.has(codec) && channels <= MAX_CHANNELS && isUsualRate;
}

/** Sorts streams: those that can be used, then those that the file declares as default, then as in the file. */
function byPreference(streams: Stream[], isUsable: (one: Stream) => boolean): Stream[] {
  const rank = (one: Stream): number => (isUsable(one) ? 2 : 0) + one.disposition.default;
  return streams.toSorted((a, b) => rank(b) - rank(a));
}

/** The highest rate of real recordings; a higher value is the file's time base, not a frame rate. */
const MAX_FRAME_RATE = 240;
const USUAL_FRAME_RATE = 30;

/** A small file can have pictures that take days to decode. Without a declared duration only the time limit applies. */
function assertTotalPixels({ video, duration }: SourceFacts, limits: Limits): void {
  if (video === undefined || duration === undefined) return;
  const { storedWidth: width, storedHeight: height, frameRate } = video;
  const rate = frameRate > 0 && frameRate <= MAX_FRAME_RATE ? frameRate : USUAL_FRAME_RATE;
  if (width * height * rate * duration <= limits.maxTotalPixels) return;
  throw new MediaError(
    'invalid_input',
    `The video is too large to process: ${width} × ${height} at ${Math.round(rate)} frames a second for ` +
      `${Math.ceil(duration / 60)} minutes. Please upload it smaller, such as 1920 × 1080 at 30.`,
  );
}

function readReport(text: string): Report {
  try {
    return report.parse(JSON.parse(text));
  } catch (cause) {
    throw new MediaError(
      'invalid_input',
      'The file could not be read: it describes itself in a way we do not know.',
      {
        cause,
      },
    );
  }
}

/** Returns the declared duration of the content, without the empty time at the start of some files. */
function contentDuration({ format }: Report): number | undefined {
  const { duration, start_time: start = 0 } = format;
  if (duration === undefined || !COUNTS_FROM_ZERO.test(format.format_name)) return duration;
  return duration > start && start > 0 ? duration - start : duration;
}

/** Creates the error for a recording longer than allowed. */
export function tooLongError(limits: Limits): MediaError {
  const hours = Math.round((limits.maxDurationSeconds / 3600) * 10) / 10;
  return new MediaError('invalid_input', `The recording is longer than ${hours} hours.`);
}

function maxOf(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && Number.isFinite(value) && value > 0);
  return known.length === 0 ? undefined : Math.max(...(known as number[]));
}

function assertCodec(type: string, codec: string | undefined, allowed: ReadonlySet<string>): void {
  if (codec === undefined || allowed.has(codec)) return;
  throw new MediaError(
    'invalid_input',
    `The ${type} codec of the file is not supported (${codec}). MP4 with H.264 and AAC works.`,
  );
}

function audioFacts(audio: Stream): AudioFacts {
  if (audio.channels > MAX_CHANNELS) {
    throw new MediaError(
      'invalid_input',
      `The sound of the file has more than ${MAX_CHANNELS} channels. Please mix it down to stereo.`,
    );
  }
  if (audio.sample_rate < SAMPLE_RATES.lowest || audio.sample_rate > SAMPLE_RATES.highest) {
    throw new MediaError('invalid_input', 'The sound of the file has a sample rate that is not supported.');
  }
  const { index, codec_name: codec, channels, sample_rate: sampleRate } = audio;
  return { index, codec, channels, sampleRate };
}

function videoFacts(video: Stream, limits: Limits): VideoFacts {
  if (video.width < 2 || video.height < 2) {
    throw new MediaError('invalid_input', 'The picture of the file could not be read.');
  }
  if (video.width * video.height > limits.maxPixels) {
    throw new MediaError('invalid_input', 'The picture of the file is too large.');
  }
  const aspect = ratio(video.sample_aspect_ratio, ':') ?? 1;
  const turn = Math.abs(video.side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0) % 180;
  const isSideways = turn > 45 && turn < 135;
  const shownWidth = Math.round(video.width * aspect);
  const rotation = video.side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  return {
    index: video.index,
    codec: video.codec_name,
    pixelFormat: video.pix_fmt,
    width: isSideways ? video.height : shownWidth,
    height: isSideways ? shownWidth : video.height,
    storedWidth: video.width,
    storedHeight: video.height,
    frameRate: Math.round((ratio(video.avg_frame_rate, '/') ?? 0) * 1000) / 1000,
    ...rates(video),
    isRotated: rotation % 360 !== 0,
    isSquare: aspect === 1,
    isInterlaced: !['progressive', 'unknown'].includes(video.field_order),
  };
}

/** Frame rates for sources with a variable rate: the minimum, the default without a usable base rate, the maximum. */
const HOLD_RATES = { lowest: 10, usual: 30, highest: 60 };
/** A relative difference below this is rounding of containers. */
const SAME_RATE = 0.01;

function rates(video: Stream): Pick<VideoFacts, 'steadyRate' | 'holdRate'> {
  const average = ratio(video.avg_frame_rate, '/') ?? 0;
  const base = ratio(video.r_frame_rate, '/') ?? 0;
  const isInterlaced = !['progressive', 'unknown'].includes(video.field_order);
  // With interlaced pictures, `r_frame_rate` is the rate of the fields.
  if (isInterlaced) return {};
  if (base > 0 && Math.abs(average - base) <= SAME_RATE * base) return { steadyRate: base };
  const { lowest, usual, highest } = HOLD_RATES;
  if (base <= 0 || base > highest) return { holdRate: average > usual + 1 ? highest : usual };
  return { holdRate: base * Math.ceil(lowest / base) };
}

function ratio(text: string, separator: string): number | undefined {
  const [numerator, denominator] = text.split(separator).map(Number);
  if (numerator === undefined || denominator === undefined) return undefined;
  return numerator > 0 && denominator > 0 ? numerator / denominator : undefined;
}
