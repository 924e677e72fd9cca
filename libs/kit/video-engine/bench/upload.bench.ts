import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { createVideoEngine } from '../src/engine.ts';

const chunkBytes = 30 * 1024 * 1024;
const chunks = 10;
const rounds = 5;
const totalBytes = chunkBytes * chunks;

const chunk = Buffer.alloc(chunkBytes, 0x5a);
Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2').copy(chunk);

async function listen(handler: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer({ requestTimeout: 0 }, handler);
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
  return { server, url };
}

function send(url: string, start: number, total = totalBytes): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Range': `bytes ${start}-${start + chunkBytes - 1}/${total}`,
      'Content-Length': chunkBytes,
    };
    const put = request(url, { method: 'PUT', headers }, (res: IncomingMessage) => {
      res.resume().on('end', () => {
        resolve(res.statusCode ?? 0);
      });
    });
    put.on('error', reject).end(chunk);
  });
}

async function sendAll(url: string): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < chunks; index += 1) {
    const status = await send(url, index * chunkBytes);
    if (status !== 308 && status !== 200) throw new Error(`status ${status}`);
  }
  return totalBytes / 1024 / 1024 / ((performance.now() - startedAt) / 1000);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'upload-bench-'));
const bare = await listen((req, res) => {
  const flags = req.headers['content-range']?.startsWith('bytes 0-') === true ? 'w' : 'a';
  void pipeline(req, createWriteStream(join(folder, 'bare'), { flags })).then(() => res.writeHead(200).end());
});
const engine = createVideoEngine({
  dataDir: join(folder, 'data'),
  publicUrl: '',
  token: { id: 'a', secrets: ['b'] },
  transcriber: { transcribe: () => Promise.reject(new Error('not here')), close: () => Promise.resolve() },
});
await engine.start();
const ours = await listen((req, res) => {
  engine.handle(req, res);
});

let peak = 0;
const idle = process.memoryUsage().rss;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
const rates: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const created = await fetch(`${ours.url}/video/v1/uploads`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
    body: JSON.stringify({ cors_origin: '*' }),
  });
  const { data } = (await created.json()) as { data: { id: string; url: string } };
  const [first, second] = [await sendAll(bare.url), await sendAll(`${ours.url}${data.url}`)];
  rates.bare.push(first);
  rates.ours.push(second);
  ratios.push(second / first);
}
clearInterval(watch);
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
print(`bare pipeline   ${median(rates.bare).toFixed(0)} MiB/s`);
print(
  `engine          ${median(rates.ours).toFixed(0)} MiB/s, median ratio ${median(ratios).toFixed(2)} (goal 0.8)`,
);
print(`rss growth      ${((peak - idle) / 1024 / 1024).toFixed(0)} MiB, client included`);
bare.server.close();
ours.server.close();
await engine.stop();
await rm(folder, { recursive: true, force: true });
process.exit(0);
