import type { MediaTools } from './media-tools.ts';

const SIZE = '1280x720';
/** The picture shows only the beginning, which bounds its cost for a long recording. */
const SHOWN_SECONDS = 600;

/** Draws the waveform of a source as a JPEG of 1280x720, the picture of audio-only assets. */
export async function drawWaveform(
  tools: MediaTools,
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  await tools.ffmpeg({
    input: source,
    output: [
      '-filter_complex',
      `[0:a:0]atrim=end=${SHOWN_SECONDS},aformat=channel_layouts=stereo,showwavespic=s=${SIZE}:colors=0x6d8dff|0x6d8dff:scale=sqrt,` +
        `split[wave][copy];[copy]drawbox=color=0x14182b:t=fill[back];[back][wave]overlay[out]`,
      ...['-map', '[out]', '-frames:v', '1', '-q:v', '4', '-f', 'image2', '-update', '1', `file:${target}`],
    ],
    timeoutMs: 120_000,
    signal,
    isTolerant: true,
  });
}
