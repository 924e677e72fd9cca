import type { Limits } from '../options.ts';
import type { MediaTools } from './media-tools.ts';
import { encodeVideo, fitPicture } from './packaging-plan.ts';
import type { SourceFacts } from './probe.ts';
import { workTime } from './work-time.ts';

/** A span of a source, in seconds. */
export interface ClipRequest {
  source: string;
  facts: SourceFacts;
  target: string;
  start: number;
  end: number;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** The picture of a clip; undefined of sound alone. */
export type ClipPicture = { width: number; height: number } | undefined;

/** What ffmpeg is told to take of a source. */
interface CutPlan {
  /** From where on, in seconds, and for how long. */
  start: number;
  length: number;
  seek: string[];
  frames: string[];
  samples: string[];
}

/** Cuts a span to an MP4, exact to the frame because it is encoded anew. Somebody waits for it. */
export async function cutClip(tools: MediaTools, request: ClipRequest, limits: Limits): Promise<ClipPicture> {
  const { facts } = request;
  const plan = planCut(request);
  const picture = facts.video === undefined ? undefined : fitPicture(facts.video);
  const video =
    facts.video === undefined || picture === undefined
      ? ['-vn']
      : ['-map', '0:V:0', ...encodeVideo(picture, facts.video.frameRate, { first: plan.frames })];
  const audio =
    facts.audio === undefined
      ? ['-an']
      : ['-map', '0:a:0', ...plan.samples, '-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  await tools.ffmpeg({
    input: request.source,
    inputOptions: [...plan.seek, '-ss', inSeconds(plan.start)],
    output: [
      ...['-t', inSeconds(plan.length), ...video, ...audio, '-sn', '-dn', '-map_metadata', '-1'],
      ...['-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${request.target}`],
    ],
    timeoutMs: workTime({ ...facts, duration: plan.length }, 'encode', limits),
    signal: request.signal,
    onTime: (seconds) => {
      request.onProgress((100 * seconds) / plan.length);
    },
    isTolerant: true,
    isUrgent: true,
  });
  return picture;
}

/**
 * ffmpeg takes the frames that begin in the span. Of equally long ones, both ends are moved to where the nearest frame
 * begins. Where a frame may stand for seconds, as a slide does, there would be nothing to see until the next one: such a
 * source is decoded from before the start, and drawn at a steady rate from there on, which begins with the frame that is
 * seen at the start.
 */
function planCut({ facts: { video }, start, end }: ClipRequest): CutPlan {
  const plain = { start, length: end - start, seek: [], frames: [], samples: [] };
  const rate = video?.steadyRate;
  if (rate !== undefined) {
    const [first, behind] = [Math.round(start * rate), Math.round(end * rate)];
    const from = Math.min(start, first / rate);
    // Counted: whether ffmpeg still takes a frame that begins at the very end depends on its rounding.
    const frames = [`trim=end_frame=${Math.max(1, behind - first)}`];
    return { ...plain, start: from, length: Math.max(end, behind / rate) - from, frames };
  }
  if (video?.holdRate === undefined) return plain;
  return {
    ...plain,
    seek: ['-noaccurate_seek'],
    frames: [`fps=${video.holdRate}:start_time=0`],
    samples: ['-af', 'atrim=start=0'],
  };
}

/** Never more than it is, or the first frame would begin before it. */
function inSeconds(time: number): string {
  return (Math.floor(time * 1000 + 1e-6) / 1000).toFixed(3);
}
