import { z } from 'zod';

import type { Limits } from '../options.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from './allow-lists.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './media-tools.ts';

/** The picture of a source. Width and height are as shown: square pixels, rotation applied. */
export interface VideoFacts {
  codec: string;
  pixelFormat: string;
  width: number;
  height: number;
  storedWidth: number;
  storedHeight: number;
  frameRate: number;
  isRotated: boolean;
  isSquare: boolean;
  isInterlaced: boolean;
}

/** The sound of a source. */
export interface AudioFacts {
  codec: string;
  channels: number;
}

/** What is known of a source before anything is decoded. Duration in seconds, undefined when it names none. */
export interface SourceFacts {
  format: string;
  duration: number | undefined;
  video: VideoFacts | undefined;
  audio: AudioFacts | undefined;
}

const numberText = z.coerce.number().optional().catch(undefined);
const stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  channels: z.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  field_order: z.string().default('progressive'),
  avg_frame_rate: z.string().default('0/0'),
  duration: numberText,
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).default([]),
});
const report = z.object({
  format: z.object({ format_name: z.string(), duration: numberText }),
  streams: z.array(stream).default([]),
});
type Stream = z.output<typeof stream>;

/**
 * Reads the facts of a file and refuses what is out of bounds, before any decoding for output.
 *
 * @throws MediaError with a message the uploader can act on
 */
export async function probe(
  tools: MediaTools,
  path: string,
  limits: Limits,
  signal?: AbortSignal,
): Promise<SourceFacts> {
  const { format, streams } = report.parse(JSON.parse(await tools.ffprobe(path, signal)));
  if (streams.length > limits.maxStreams) {
    throw new MediaError('invalid_input', `The file has more than ${limits.maxStreams} streams.`);
  }
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0);
  const audio = streams.find((one) => one.codec_type === 'audio' && one.channels > 0);
  if (video === undefined && audio === undefined) {
    throw new MediaError('invalid_input', 'The file holds neither video nor audio.');
  }
  assertCodec('video', video?.codec_name, VIDEO_CODECS);
  assertCodec('audio', audio?.codec_name, AUDIO_CODECS);
  const duration = longest([format.duration, video?.duration, audio?.duration]);
  if (duration !== undefined && duration > limits.maxDurationSeconds + 1) throw tooLong(limits);
  return {
    format: format.format_name,
    duration,
    video: video === undefined ? undefined : videoFacts(video, limits),
    audio: audio === undefined ? undefined : { codec: audio.codec_name, channels: audio.channels },
  };
}

/** The refusal of a recording longer than allowed. */
export function tooLong(limits: Limits): MediaError {
  const hours = Math.round((limits.maxDurationSeconds / 3600) * 10) / 10;
  return new MediaError('invalid_input', `The recording is longer than ${hours} hours.`);
}

function longest(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && Number.isFinite(value) && value > 0);
  return known.length === 0 ? undefined : Math.max(...(known as number[]));
}

function assertCodec(type: string, codec: string | undefined, allowed: ReadonlySet<string>): void {
  if (codec === undefined || allowed.has(codec)) return;
  throw new MediaError(
    'invalid_input',
    `The ${type} codec of the file is not supported. MP4 with H.264 and AAC works.`,
  );
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
  const isOnSide = turn > 45 && turn < 135;
  const shownWidth = Math.round(video.width * aspect);
  const rotation = video.side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  return {
    codec: video.codec_name,
    pixelFormat: video.pix_fmt,
    width: isOnSide ? video.height : shownWidth,
    height: isOnSide ? shownWidth : video.height,
    storedWidth: video.width,
    storedHeight: video.height,
    frameRate: Math.round((ratio(video.avg_frame_rate, '/') ?? 0) * 1000) / 1000,
    isRotated: rotation % 360 !== 0,
    isSquare: aspect === 1,
    isInterlaced: !['progressive', 'unknown'].includes(video.field_order),
  };
}

function ratio(text: string, separator: string): number | undefined {
  const [above, below] = text.split(separator).map(Number);
  if (above === undefined || below === undefined || !(above > 0) || !(below > 0)) return undefined;
  return above / below;
}
