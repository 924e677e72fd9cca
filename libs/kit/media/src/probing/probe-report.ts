import { z } from 'zod';
import { MediaError } from '../tools/media-error.ts';

const numberText = z.coerce.number().optional().catch(undefined);
/** Tags that programs write into Matroska to declare when a track ends. */
const endTags = ['DURATION', 'DURATION-eng'];
const tags = z.record(z.string(), z.string()).transform((values) => ({
  /** When the track ends, in seconds of the file's own time. */
  end: endTags.map((name) => readClock(values[name] ?? '')).find((seconds) => seconds !== undefined),
}));
const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  channels: z.number().default(0),
  sample_rate: z.coerce.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  field_order: z.string().default('unknown'),
  avg_frame_rate: z.string().default('0/0'),
  r_frame_rate: z.string().default('0/0'),
  time_base: z.string().default('1/1000'),
  color_transfer: z.string().optional(),
  start_time: numberText,
  duration: numberText,
  tags: tags.catch({ end: undefined }).default({ end: undefined }),
  disposition: z
    .object({ attached_pic: z.number().default(0), default: z.number().default(0) })
    .default({ attached_pic: 0, default: 0 }),
  side_data_list: z
    .array(z.looseObject({ displaymatrix: z.string().optional(), rotation: z.number().optional() }))
    .default([]),
});
const report = z.object({
  format: z.object({ format_name: z.string(), start_time: numberText, duration: numberText }),
  streams: z.array(stream).default([]),
});
/** A track of a file, as ffprobe describes it. */
export type Stream = z.output<typeof stream>;
/** The properties of a file, as ffprobe describes it. */
export type Report = z.output<typeof report>;

/** The ffprobe entries of a report. */
export const reportEntries = [
  'format=format_name,start_time,duration',
  'stream=index,codec_type,codec_name,pix_fmt,width,height,channels,sample_rate,sample_aspect_ratio,field_order,avg_frame_rate,r_frame_rate,time_base,color_transfer,start_time,duration',
  `stream_tags=${endTags.join(',')}`,
  'stream_disposition=attached_pic,default',
  'stream_side_data=displaymatrix,rotation',
].join(':');

/** Parses ffprobe's report. @throws MediaError when the text is not such a report */
export function readReport(text: string): Report {
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

/** Reads a time such as `01:02:03.450000000`. @returns seconds, or undefined for another text */
function readClock(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  return seconds === undefined ? undefined : 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}
