import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExportEstimate } from '@vault/contracts';
import type { clipRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import { strFromU8, unzipSync } from 'fflate';
import { plainClip } from '../../testing/fake-services.ts';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What the video host answers, by path; else 404. */
const answers = new Map<string, Answer>();
const host = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let gateway: GatewayUnderTest;
let media: string;
beforeAll(async () => {
  await once(host.listen(0, '127.0.0.1'), 'listening');
  media = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
  gateway = await startGateway();
});
beforeEach(() => {
  for (const stored of [answers, gateway.fakes.videos, gateway.fakes.ownClips]) stored.clear();
  gateway.fakes.owners.clear();
  gateway.fakes.owners.set('v', 'ada').set('w', 'eve');
});
afterAll(async () => {
  await gateway.running.stop();
  host.closeAllConnections();
  host.close();
});

const folder = 'videos/2026-11-18-Talk-v';
const ask = (query = '?content=all', signal?: AbortSignal) =>
  fetch(`${gateway.running.url}/api/account/export${query}`, {
    headers: { authorization: 'Bearer token-of-ada-0123456789' },
    ...(signal && { signal }),
  });
const filesOf = async (response: Response) => unzipSync(new Uint8Array(await response.arrayBuffer()));

/** Answers a file, or the range of it that was requested. */
function serve(path: string, bytes: Buffer): string {
  answers.set(path, ({ headers }, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const length = { 'content-length': bytes.length - start, etag: '"1"' };
    response.writeHead(headers.range === undefined ? 200 : 206, length).end(bytes.subarray(start));
  });
  return `${media}${path}`;
}

/** The next answer for a path breaks off after some bytes. */
function breakOnce(path: string, bytes: Buffer, at: number): void {
  const rest = answers.get(path);
  answers.set(path, (_, response) => {
    if (rest) answers.set(path, rest);
    else answers.delete(path);
    response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' });
    response.write(bytes.subarray(0, at), () => response.destroy());
  });
}

function clipOf(id: string, fields: Partial<clipRpc.Clip>): clipRpc.Clip {
  return { ...plainClip, id, videoId: 'v', start: 5, end: 3_725, link: '', state: 'ready', ...fields };
}

it('contains the files of recordings and clips, byte by byte, and nothing of others', async () => {
  const [recording, clip, audio, foreign] = [300_000, 70_000, 5_000, 9_000].map((size) => randomBytes(size));
  const { videos, ownClips, owners } = gateway.fakes;
  owners.set('a', 'ada');
  videos.set('v', { downloadUrl: serve('/v/highest.mp4', recording!) });
  videos.set('a', { title: 'Sound', downloadUrl: serve('/a/audio.m4a', audio!) });
  videos.set('w', { title: 'Secret', downloadUrl: serve('/w/highest.mp4', foreign!) });
  const link = serve('/c/highest.mp4', clip!);
  ownClips.set('ada', [
    clipOf('c1', { link }),
    clipOf('c2', { link, end: 9 }),
    clipOf('c4', { link, frame: 'square' }),
  ]);
  ownClips.set('eve', [clipOf('c3', { link: `${media}/w/highest.mp4`, videoId: 'w' })]);
  const files = await filesOf(await ask());
  expect(Buffer.compare(files[`${folder}/recording.mp4`]!, recording!)).toBe(0);
  expect(Buffer.compare(files[`${folder}/clips/clip_00-00-05_01-02-05.mp4`]!, clip!)).toBe(0);
  expect(Buffer.compare(files[`${folder}/clips/clip_00-00-05_00-00-09.mp4`]!, clip!)).toBe(0);
  expect(Buffer.compare(files[`${folder}/clips/clip_00-00-05_01-02-05_c4.mp4`]!, clip!)).toBe(0);
  expect(Buffer.compare(files['videos/2026-11-18-Sound-a/recording.m4a']!, audio!)).toBe(0);
  expect(Object.keys(files)).toHaveLength(6 + (2 + 4) + (2 + 1));
  expect(Object.keys(files).join()).not.toMatch(/Secret|missing-files/);
});

it('contains no media unless it was requested', async () => {
  gateway.fakes.videos.set('v', { downloadUrl: serve('/v/highest.mp4', randomBytes(10)) });
  for (const query of ['', '?content=data']) {
    expect(Object.keys(await filesOf(await ask(query))).filter((path) => path.endsWith('.mp4'))).toEqual([]);
  }
  expect((await ask('?content=everything')).status).toBe(400);
});

it('lists the files that it cannot include, with the reasons, and contains all others', async () => {
  const { videos, ownClips, owners } = gateway.fakes;
  owners.set('lost', 'ada').set('broken', 'ada');
  videos.set('v', { downloadUrl: '' });
  videos.set('lost', { downloadUrl: `${media}/lost/highest.mp4` });
  const failure = { step: 'processing', reason: 'The file has no picture and no sound.', retryable: false };
  videos.set('broken', { downloadUrl: '', state: 'failed', failure });
  const link = serve('/c/highest.mp4', randomBytes(10));
  ownClips.set('ada', [
    clipOf('c1', { state: 'making', link: `${media}/c/soon.mp4` }),
    clipOf('c2', { state: 'failed', reason: 'The clip took too long to make.', end: 9 }),
    clipOf('c3', { link, end: 7 }),
  ]);
  const files = await filesOf(await ask());
  expect(strFromU8(files['missing-files.txt']!).split('\r\n')).toEqual([
    'These files are not in this archive.',
    '',
    `${folder}/recording: It is still being processed. Please try again later.`,
    `${folder}/clips/clip_00-00-05_01-02-05: It is still being made. Please try again later.`,
    `${folder}/clips/clip_00-00-05_00-00-09: The clip took too long to make.`,
    'videos/2026-11-18-Talk-lost/recording.mp4: The video host did not deliver it. Please try again later.',
    'videos/2026-11-18-Talk-broken/recording: The file has no picture and no sound.',
    '',
  ]);
  expect(files[`${folder}/clips/clip_00-00-05_00-00-07.mp4`]).toHaveLength(10);
});

it('continues a file at the byte at which its connection broke', async () => {
  const bytes = randomBytes(2_000_000);
  gateway.fakes.videos.set('v', { downloadUrl: serve('/v/highest.mp4', bytes) });
  breakOnce('/v/highest.mp4', bytes, 700_000);
  const files = await filesOf(await ask());
  expect(Buffer.compare(files[`${folder}/recording.mp4`]!, bytes)).toBe(0);
});

it('closes the connection when the rest of a file is lost, and can be requested again', async () => {
  const bytes = randomBytes(2_000_000);
  gateway.fakes.videos.set('v', { downloadUrl: `${media}/v/highest.mp4` });
  breakOnce('/v/highest.mp4', bytes, 700_000);
  const response = await ask();
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  serve('/v/highest.mp4', bytes);
  const again = await until(ask, ({ status }) => status !== 429);
  expect((await filesOf(again))[`${folder}/recording.mp4`]).toHaveLength(bytes.length);
});

it('closes the connection when a file has changed while it was read', async () => {
  const bytes = randomBytes(2_000_000);
  gateway.fakes.videos.set('v', { downloadUrl: `${media}/v/highest.mp4` });
  answers.set('/v/highest.mp4', (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  breakOnce('/v/highest.mp4', bytes, 700_000);
  await expect((await ask()).arrayBuffer()).rejects.toThrow();
});

it('reads the video host only as fast as the client reads, and lets it go with the client', async () => {
  const part = Buffer.alloc(65_536);
  const parts = 4_000;
  let sent = 0;
  let isClosed = false;
  answers.set('/v/highest.mp4', (_, response) => {
    response.writeHead(200, { 'content-length': parts * part.length });
    response.once('close', () => (isClosed = true));
    const send = () => {
      while (sent < parts && !response.destroyed) {
        sent += 1;
        if (!response.write(part)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  });
  gateway.fakes.videos.set('v', { downloadUrl: `${media}/v/highest.mp4` });
  const leaving = new AbortController();
  const response = await ask('?content=all', leaving.signal);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let read = 0; read < 20 * part.length;) read += (await reader.read()).value!.byteLength;
  // Until nothing moves any more: all buffers on the way are full.
  for (let before = -1; before !== sent;) {
    before = sent;
    await wait(300);
  }
  expect(sent / parts).toBeLessThan(0.25);
  leaving.abort();
  await until(
    () => isClosed,
    (closed) => closed,
  );
});

it('is measured before', async () => {
  const { videos, ownClips, owners } = gateway.fakes;
  owners.set('a', 'ada');
  videos.set('v', { downloadBytes: 5_000_000_000 });
  videos.set('a', { downloadUrl: '' });
  videos.set('w', { downloadBytes: 7 });
  ownClips.set('ada', [clipOf('c1', { bytes: 20 }), clipOf('c2', { state: 'making' }), clipOf('c3', {})]);
  const { json } = await gateway.call('GET', '/api/account/export/estimate');
  const expected: ExportEstimate = { recordings: 1, clips: 2, missing: 2, bytes: 5_000_000_020 };
  expect(json.data).toEqual(expected);
});

describe('a ticket', () => {
  const ticketOf = async () => {
    const { json } = await gateway.call('POST', '/api/account/export/ticket');
    return (json.data as { ticket: string }).ticket;
  };
  const redeem = (ticket: string) => fetch(`${gateway.running.url}/api/account/export?ticket=${ticket}`);

  it('stands for the token once', async () => {
    const ticket = await ticketOf();
    expect(Object.keys(await filesOf(await redeem(ticket)))).toContain('profile.json');
    const again = await redeem(ticket);
    expect([again.status, await again.text()]).toEqual([401, 'Unauthorized']);
    expect((await redeem('')).status).toBe(401);
  });

  it('is refused while an export runs', async () => {
    answers.set('/v/highest.mp4', (_, response) =>
      response.writeHead(200, { 'content-length': 10 }).write('1'),
    );
    gateway.fakes.videos.set('v', { downloadUrl: `${media}/v/highest.mp4` });
    const leaving = new AbortController();
    await ask('?content=all', leaving.signal);
    expect((await gateway.call('POST', '/api/account/export/ticket')).status).toBe(429);
    leaving.abort();
    await until(
      () => gateway.call('POST', '/api/account/export/ticket'),
      ({ status }) => status === 200,
    );
  });
});
