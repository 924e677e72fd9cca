import type { MediaTools } from './media-tools.ts';

/** Extracts the audio of a source as 16 kHz mono 16-bit WAV; a damaged packet becomes a gap, not an error. */
export async function extractAudio(
  tools: MediaTools,
  request: { source: string; target: string; duration: number; signal: AbortSignal },
): Promise<void> {
  await tools.ffmpeg({
    input: request.source,
    output: [
      ...['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-map_metadata', '-1'],
      // Pads audio that starts late with silence, because otherwise every cue would be early.
      ...['-af', 'aresample=async=1:first_pts=0', '-f', 'wav', `file:${request.target}`],
    ],
    timeoutMs: 1000 * (120 + request.duration),
    signal: request.signal,
    isTolerant: true,
  });
}
