import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createVideoEngine } from '../src/engine.ts';
import { defaultLimits } from '../src/options.ts';
import { packageHls } from '../src/media/packaging/package-hls.ts';
import { probe } from '../src/media/probing/probe.ts';
import { makeTools } from '../src/testing/media-tools.ts';

const rounds = 9;
const durationSeconds = 1800;
const run = promisify(execFile);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'media-bench-'));
const source = join(folder, 'source.mp4');

/** Half an hour of 720p with the bit rate of a screen recording, looped from a short file to save time. */
await run('ffmpeg', [
  ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=20', '-f', 'lavfi', '-i', 'sine=d=20'],
  ...[
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '35',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '50',
    '-c:a',
    'aac',
  ],
  join(folder, 'minute.mp4'),
]);
await run('ffmpeg', [
  ...[
    '-v',
    'error',
    '-stream_loop',
    '-1',
    '-i',
    join(folder, 'minute.mp4'),
    '-t',
    String(durationSeconds),
    '-c',
    'copy',
  ],
  ...['-movflags', '+faststart', source],
]);

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const tools = await makeTools();
const signal = new AbortController().signal;
const pairs: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
for (let round = 0; round < rounds; round += 1) {
  const out = await mkdtemp(join(folder, 'hls-'));
  pairs.bare.push(
    await time(() =>
      run('ffmpeg', [
        ...['-nostdin', '-v', 'error', '-i', source, '-c', 'copy', '-f', 'hls', '-hls_time', '6'],
        ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', join(out, 'media.m3u8')],
      ]),
    ),
  );
  await rm(out, { recursive: true });
  const own = await mkdtemp(join(folder, 'own-'));
  pairs.ours.push(
    await time(async () => {
      const facts = await probe(tools, source, defaultLimits);
      await packageHls(
        tools,
        { source, facts, folder: own, mayTakeLong: true, signal, onProgress: () => undefined },
        defaultLimits,
      );
    }),
  );
  await rm(own, { recursive: true });
}
const allowed = 1.15 * median(pairs.bare) + 500;
print(
  `HLS of ${durationSeconds} s   bare ${median(pairs.bare).toFixed(0)} ms, engine ${median(pairs.ours).toFixed(0)} ms, allowed ${allowed.toFixed(0)} ms`,
);

const engine = createVideoEngine({
  dataDir: join(folder, 'data'),
  publicUrl: '',
  token: { id: 'a', secrets: ['b'] },
  transcriber: { transcribe: () => Promise.reject(new Error('not here')), close: () => Promise.resolve() },
});
await engine.start();
const server = createServer((req, res) => {
  engine.handle(req, res);
});
const url = await new Promise<string>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
});
const headers = { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
const call = async (path: string, init: RequestInit = {}): Promise<Record<string, never>> => {
  const response = await fetch(url + path, { headers, ...init });
  return ((await response.json()) as { data: Record<string, never> }).data;
};
const upload = await call('/video/v1/uploads', { method: 'POST', body: '{}' });
const body = await openAsBlob(source);
const startedAt = performance.now();
const { asset_id: id } = await call(String(upload.url), { method: 'PUT', body, headers: {} });
let asset = await call(`/video/v1/assets/${String(id)}`);
while (String(asset.status) === 'preparing') asset = await call(`/video/v1/assets/${String(id)}`);
print(
  `upload to ready  ${(performance.now() - startedAt).toFixed(0)} ms for ${(body.size / 1024 / 1024).toFixed(0)} MiB`,
);
const playbackId = (asset.playback_ids as { id: string }[] | undefined)?.[0]?.id ?? '';
const storyboard = performance.now();
while (!(await fetch(`${url}/image/${playbackId}/storyboard.jpg`)).ok)
  await new Promise((resolve) => setTimeout(resolve, 20));
print(`storyboard       ${(performance.now() - storyboard).toFixed(0)} ms after ready`);

const pictures: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
for (let round = 0; round < 3 * rounds; round += 1) {
  const at = 100 + 37 * round;
  pictures.bare.push(
    await time(() =>
      run('ffmpeg', [
        ...['-nostdin', '-v', 'error', '-y', '-ss', String(at), '-i', source, '-frames:v', '1'],
        ...['-vf', 'scale=640:-2', '-q:v', '4', join(folder, 'bare.jpg')],
      ]),
    ),
  );
  pictures.ours.push(
    await time(async () =>
      (await fetch(`${url}/image/${playbackId}/thumbnail.jpg?time=${at}&width=640`)).arrayBuffer(),
    ),
  );
}
const ratio = median(pictures.ours) / median(pictures.bare);
print(
  `thumbnail        bare ${median(pictures.bare).toFixed(0)} ms, engine ${median(pictures.ours).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (goal 1.3)`,
);
server.close();
server.closeAllConnections();
await engine.stop();
await rm(folder, { recursive: true, force: true });
