import type { Limits } from '../../common/options.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { encodeVideo, fitPicture, planPackaging } from './packaging-plan.ts';
import type { SourceFacts } from '../probing/probe.ts';
import { workTime } from './work-time.ts';

/** A static rendition to create. */
export interface RenditionRequest {
  source: string;
  facts: SourceFacts;
  target: string;
  /** In pixels. */
  shortSide: number;
  signal: AbortSignal;
}

/**
 * Creates one progressive MP4 of a smaller picture; returns its size in pixels. Returns undefined when the source is
 * smaller than the requested resolution (Mux skips such a rendition).
 */
export async function makeRendition(
  tools: MediaTools,
  { source, facts, target, shortSide, signal }: RenditionRequest,
  limits: Limits,
): Promise<{ width: number; height: number } | undefined> {
  const { video } = facts;
  if (video === undefined || shortSide > Math.min(video.width, video.height)) return undefined;
  const picture = fitPicture(video, Number.MAX_SAFE_INTEGER, shortSide);
  const rest = planPackaging({ ...facts, video: undefined }).options.filter((word) => word !== '-vn');
  await tools.ffmpeg({
    input: source,
    output: [
      ...['-map', '0:V:0', ...encodeVideo(picture, video.frameRate), ...rest],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
    ],
    timeoutMs: workTime(facts, 'encode', limits),
    signal,
  });
  return picture;
}
