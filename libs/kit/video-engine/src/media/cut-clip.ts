import type { MediaTools } from './media-tools.ts';
import { encodeVideo, fitPicture } from './packaging-plan.ts';
import type { SourceFacts } from './probe.ts';

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

/** Cuts a span to an MP4, exact to the frame because it is encoded anew. */
export async function cutClip(tools: MediaTools, request: ClipRequest): Promise<void> {
  const { facts } = request;
  const length = request.end - request.start;
  const video =
    facts.video === undefined
      ? ['-vn']
      : ['-map', '0:V:0', ...encodeVideo(fitPicture(facts.video), facts.video.frameRate)];
  const audio =
    facts.audio === undefined ? ['-an'] : ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  await tools.ffmpeg({
    input: request.source,
    inputOptions: ['-ss', request.start.toFixed(3)],
    output: [
      ...['-t', length.toFixed(3), ...video, ...audio, '-sn', '-dn', '-map_metadata', '-1'],
      ...['-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${request.target}`],
    ],
    timeoutMs: 1000 * (300 + 12 * length),
    signal: request.signal,
    onTime: (seconds) => {
      request.onProgress((100 * seconds) / length);
    },
    isTolerant: true,
  });
}
