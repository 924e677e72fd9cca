import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultMediaLimits } from '../common/limits.ts';
import type { PackagedMedia } from '../common/packaged-media.ts';
import { hlsFiles } from '../packaging/hls-playlist.ts';
import { packageHls } from '../packaging/package-hls.ts';
import { probe } from '../probing/probe.ts';
import { chooseSound } from '../sound/choose-sound.ts';
import type { MediaTools } from '../tools/media-tools.ts';

const run = promisify(execFile);

/** Probes a file and packages it into a new folder below `root`, as the engine does. */
export async function ingest(
  tools: MediaTools,
  source: string,
  root: string,
  limits = defaultMediaLimits,
): Promise<{ media: PackagedMedia; playlist: string; text: string; mp4: string }> {
  const folder = await mkdtemp(join(root, 'hls-'));
  const { signal } = new AbortController();
  const fileFacts = await probe(tools, source, limits);
  const facts = await chooseSound(tools, { source, facts: fileFacts, folder: root, signal });
  const request = { source, facts, folder, mayTakeLong: true, signal, onProgress: () => undefined };
  const { media } = await packageHls(tools, request, limits);
  if (media === undefined) throw new Error('packaging needs a long encode');
  const playlist = join(folder, hlsFiles.playlist);
  return { media, playlist, text: await readFile(playlist, 'utf8'), mp4: join(folder, hlsFiles.media) };
}

/** Decodes the packaged stream to the end, as a player does, and lists its streams. */
export async function play(
  playlist: string,
): Promise<{ streams: Record<string, unknown>[]; seconds: number }> {
  const [fileFacts, playback] = await Promise.all([
    run('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_streams', playlist]),
    run('ffmpeg', ['-v', 'error', '-xerror', '-progress', 'pipe:1', '-i', playlist, '-f', 'null', '-']),
  ]);
  const times = [...playback.stdout.matchAll(/out_time_us=(\d+)/g)];
  const { streams } = JSON.parse(fileFacts.stdout) as { streams: Record<string, unknown>[] };
  return { streams, seconds: Number(times.at(-1)?.[1]) / 1e6 };
}
