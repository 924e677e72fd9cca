import type { Stream } from './probe-report.ts';
import type { TrackStart } from './track-starts.ts';

/** HDR10 and HLG, by ffmpeg's names of their transfer functions. */
const highRanges = ['smpte2084', 'arib-std-b67'] as const;
/** A transfer function of a picture with high dynamic range. */
export type HighRange = (typeof highRanges)[number];

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
  /** Whether single pictures may be interlaced: many files do not say it, and only decoding shows it. */
  mayHaveFields?: boolean;
}

/** Codecs without interlaced pictures. */
const wholePictures = /^(vp[0-9].*|av1|theora|png|gif|flashsv2?|zmbv|tscc2?|cscd|qtrle)$/;
/** A display matrix, as ffprobe prints it, that flips the picture: the second number of the second row is negative. */
const upsideDownPattern = /^00000001:\s+-?\d+\s+-\d/m;

/** What the report says of a picture. */
export function videoFacts(video: Stream): Omit<VideoFacts, keyof TrackStart> {
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
    mayHaveFields: video.field_order !== 'progressive' && !wholePictures.test(video.codec_name),
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

/** Pictures per second; 0 when the file does not say it. */
export function averageRate(video: Stream): number {
  return Math.round((ratio(video.avg_frame_rate, '/') ?? 0) * 1000) / 1000;
}

function ratio(text: string, separator: string): number | undefined {
  const [numerator, denominator] = text.split(separator).map(Number);
  if (numerator === undefined || denominator === undefined) return undefined;
  return numerator > 0 && denominator > 0 ? numerator / denominator : undefined;
}
