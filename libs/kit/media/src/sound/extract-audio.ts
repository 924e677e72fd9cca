import { rename, rm } from 'node:fs/promises';
import type { MediaTools } from '../tools/media-tools.ts';
import { meanPower } from './mean-power.ts';

/** The sound to extract, and where to. */
export interface AudioExtraction {
  source: string;
  target: string;
  /** Of the source, in seconds. */
  duration: number;
  /** Where to begin and to end, in seconds; the whole source by default. */
  span?: { readonly start: number; readonly end: number };
  channels: number;
  signal: AbortSignal;
  onProgress?: (percent: number) => void;
}

/** The difference of two channels has to be as many times louder than their sum before it is used. */
const minInversionRatio = 2;

/**
 * Extracts the audio of a source as 16 kHz mono 16-bit WAV; a damaged packet becomes a gap, not an error. Where one
 * channel is the other one inverted, their sum would be silence, so the result is their difference.
 */
export async function extractAudio(tools: MediaTools, request: AudioExtraction): Promise<void> {
  const { target, channels } = request;
  if (channels !== 2) {
    await extract(tools, request, `[0:a:0]${padFilter},aformat=channel_layouts=mono[sum]`, { sum: target });
    return;
  }
  const difference = `${target}.difference`;
  const graph =
    `[0:a:0]${padFilter},asplit[a][b];` +
    '[a]pan=mono|c0=0.5*c0+0.5*c1[sum];[b]pan=mono|c0=0.5*c0-0.5*c1[difference]';
  await extract(tools, request, graph, { sum: target, difference });
  const isInverted = (await meanPower(difference)) > minInversionRatio * (await meanPower(target));
  await (isInverted ? rename(difference, target) : rm(difference));
}

/** Pads audio that starts late with silence, because otherwise every cue would be early. */
const padFilter = 'aresample=async=1:first_pts=0';

async function extract(
  tools: MediaTools,
  { source, duration, span, signal, onProgress }: AudioExtraction,
  graph: string,
  targets: Record<string, string>,
): Promise<void> {
  const length = span === undefined ? [] : ['-t', (span.end - span.start).toFixed(3)];
  const form = ['-ar', '16000', '-c:a', 'pcm_s16le', ...length, '-map_metadata', '-1', '-f', 'wav'];
  const outputs = Object.entries(targets).flatMap(([name, path]) => [
    ...['-map', `[${name}]`, ...form],
    `file:${path}`,
  ]);
  const seconds = span === undefined ? duration : span.end - span.start;
  await tools.ffmpeg({
    input: source,
    inputOptions: span === undefined ? [] : ['-ss', span.start.toFixed(3)],
    output: ['-filter_complex', graph, ...outputs],
    timeoutMs: 1000 * (120 + seconds),
    signal,
    onTime: (time) => onProgress?.((100 * time) / seconds),
    isTolerant: true,
  });
}
