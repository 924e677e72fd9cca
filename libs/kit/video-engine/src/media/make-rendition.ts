import type { RenditionResolution } from '../catalogue/records.ts';
import type { Limits } from '../options.ts';
import type { MediaTools } from './media-tools.ts';
import { canCopyVideo, encodeVideo, fitPicture, planPackaging } from './packaging-plan.ts';
import type { SourceFacts } from './probe.ts';
import { workTime } from './work-time.ts';

/** A static rendition to create. */
export interface RenditionRequest {
  source: string;
  facts: SourceFacts;
  target: string;
  resolution: RenditionResolution;
  signal: AbortSignal;
}

/** The picture size in pixels; undefined for audio only. */
export interface RenditionPicture {
  width?: number;
  height?: number;
}

/**
 * Creates one progressive MP4 or M4A, by remuxing where nothing must change. Returns undefined when the source is
 * smaller than the requested resolution (Mux skips such a rendition).
 */
export async function makeRendition(
  tools: MediaTools,
  request: RenditionRequest,
  limits: Limits,
): Promise<RenditionPicture | undefined> {
  const plan = planRendition(request.facts, request.resolution);
  if (plan === undefined) return undefined;
  await tools.ffmpeg({
    input: request.source,
    output: [...plan.options, '-movflags', '+faststart', '-f', 'mp4', `file:${request.target}`],
    timeoutMs: workTime(request.facts, 'encode', limits),
    signal: request.signal,
  });
  return plan.picture;
}

function planRendition(
  facts: SourceFacts,
  resolution: RenditionResolution,
): { options: string[]; picture: RenditionPicture } | undefined {
  if (resolution === 'audio-only') {
    if (facts.audio === undefined) return undefined;
    return { options: planPackaging({ ...facts, video: undefined }).options, picture: {} };
  }
  const { video } = facts;
  if (video === undefined) return undefined;
  const tail = planPackaging({ ...facts, video: undefined }).options.filter((word) => word !== '-vn');
  const target = resolution === 'highest' ? undefined : Number.parseInt(resolution, 10);
  const short = Math.min(video.width, video.height);
  if (target !== undefined && target > short) return undefined;
  if ((target === undefined || target === short) && canCopyVideo(video)) {
    const picture = { width: video.width, height: video.height };
    return { options: ['-map', '0:V:0', '-c:v', 'copy', ...tail], picture };
  }
  const picture = fitPicture(video, Number.MAX_SAFE_INTEGER, target ?? 1088);
  return { options: ['-map', '0:V:0', ...encodeVideo(picture, video.frameRate), ...tail], picture };
}
