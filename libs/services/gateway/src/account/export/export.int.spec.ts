import type { chapteringRpc } from '@vault/contracts/rpc';
import { aChapterSet } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import { strFromU8, unzipSync } from 'fflate';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test.ts';
import { ExportFilesService } from './export-files.service.ts';
import { maxExports, RunningExports } from './running-exports.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.chaptering.reset();
});
afterAll(() => gateway.running.stop());

const ask = (signal?: AbortSignal) =>
  fetch(`${gateway.running.url}/api/account/export`, {
    headers: { authorization: 'Bearer token-of-ada-0123456789' },
    ...(signal && { signal }),
  });

async function filesOf(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

function entries(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ id: `entry-${String(index)}`, at: 1_794_000_000 + index, amount: index % 2 ? 5 : -5 },
    ...{ purpose: 'quotes', operationId: 'o', videoId: index === 0 ? 'v' : '', spentBy: '' },
  }));
}

function transcribe(vtt: string, mended: Partial<chapteringRpc.ChapterSet> = {}): void {
  const chapters = [
    { start: 250.48, title: 'One', summary: '', searchText: '', quotes: [{ text: 'Yes.', at: 3 }] },
  ];
  const set = aChapterSet({ summary: 'All of it.', vtt, chapters, ...mended });
  gateway.fakes.chaptering.chapterSets.push(set);
}

it('contains all data of the person, and nothing of others', async () => {
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nZoë says “hello”.\n';
  transcribe(vtt);
  gateway.fakes.auth.ledger.push(...entries(3));
  for (const [id, ownerId] of [
    ['of-ada', 'ada'],
    ['of-eve', 'eve'],
  ] as const)
    gateway.fakes.portal.moments.set(id, {
      ...{ id, ownerId, videoId: 'v', kind: 'span', start: 1, end: 2 },
      ...{ isListed: false, plays: 3, createdAt: 1_795_000_000 },
    });
  const response = await ask();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="webinar-vault-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const files = await filesOf(response);
  const folder = 'videos/2026-11-18-Talk-v';
  expect(Object.keys(files)).toEqual([
    'profile.json',
    'ledger.csv',
    'ledger.json',
    'links.json',
    'portals.json',
    'glossary.json',
    `${folder}/metadata.json`,
    `${folder}/chapters.json`,
    `${folder}/transcript.vtt`,
  ]);
  expect(JSON.parse(files['profile.json']!)).toMatchObject({
    email: 'ada@example.com',
    token_balance: 75_000,
    prompts: { quote_ct: 2 },
  });
  expect(files['ledger.csv']!.split('\r\n').slice(0, 2)).toEqual([
    'time,tokens,purpose,operation_id,video_id,video_title,id',
    '2026-11-06T21:20:00.000Z,-5,quotes,o,v,Talk,entry-0',
  ]);
  expect(JSON.parse(files['ledger.json']!)).toHaveLength(3);
  expect(JSON.parse(files['links.json']!)).toMatchObject([{ id: 'of-ada', link: '/m/of-ada', plays: 3 }]);
  expect(JSON.parse(files['portals.json']!)).toEqual([]);
  expect(JSON.parse(files[`${folder}/metadata.json`]!)).toMatchObject({
    ...{ id: 'v', title: 'Talk', summary: 'All of it.', duration: 60.5 },
  });
  expect(JSON.parse(files[`${folder}/chapters.json`]!)).toMatchObject([{ start: '00:04:10', title: 'One' }]);
  expect(files[`${folder}/transcript.vtt`]).toBe(vtt);
  // Media addresses are secret: anyone who knows one can play the media.
  expect(JSON.stringify(files)).not.toMatch(/\.m3u8|\.mp4|thumb\.jpg/);
});

it('contains corrected words, and apart from them those that were recognised', async () => {
  const transcriptReview = { at: 1_795_000_000, by: 'ada' };
  const words = { recognisedVtt: 'WEBVTT\n\nthen', transcriptVersion: 2, transcriptReview };
  transcribe('WEBVTT\n\nnow', { ...words, captionsUploadedAt: 1_794_000_000 });
  const files = await filesOf(await ask());
  const folder = 'videos/2026-11-18-Talk-v';
  expect(files[`${folder}/transcript.vtt`]).toBe('WEBVTT\n\nnow');
  expect(files[`${folder}/transcript-recognised.vtt`]).toBe('WEBVTT\n\nthen');
  expect(JSON.parse(files[`${folder}/metadata.json`]!)).toMatchObject({
    transcriptVersion: 2,
    transcriptReviewed: transcriptReview,
    captionsSource: 'upload',
    captionsUploadedAt: 1_794_000_000,
  });
});

it('contains every line of a long ledger once', async () => {
  gateway.fakes.auth.ledger.push(...entries(2_500));
  const files = await filesOf(await ask());
  const rows = JSON.parse(files['ledger.json']!) as { id: string }[];
  expect(rows.map(({ id }) => id)).toEqual(entries(2_500).map(({ id }) => id));
  expect(files['ledger.csv']!.trimEnd().split('\r\n')).toHaveLength(2_501);
});

it('has an empty ledger and no transcript when there are none', async () => {
  const files = await filesOf(await ask());
  expect(JSON.parse(files['ledger.json']!)).toEqual([]);
  expect(Object.keys(files).filter((path) => path.endsWith('.vtt'))).toEqual([]);
});

it('is available after the membership has ended', async () => {
  gateway.fakes.auth.account.membershipEnd = 1;
  expect((await filesOf(await ask()))['profile.json']).toContain('"membership_end": 1');
});

it('requires a session', async () => {
  const response = await fetch(`${gateway.running.url}/api/account/export`);
  expect([response.status, await response.text()]).toEqual([401, 'Unauthorized']);
});

it('closes the connection when a later file fails', async () => {
  transcribe('WEBVTT\n');
  gateway.fakes.auth.failure = new AppError('internal', 'No.');
  const response = await ask();
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  gateway.fakes.auth.failure = undefined;
  expect(Object.keys(await filesOf(await ask()))).toContain('profile.json');
});

it('runs once at a time for each person, and stops when the client has gone', async () => {
  // More than sockets and streams buffer: without a reader the export waits.
  const noise = Array.from({ length: 400_000 }, () => Math.random().toString(36)).join('\n');
  transcribe(`WEBVTT\n\n${noise}`);
  const leaving = new AbortController();
  const first = await ask(leaving.signal);
  expect(first.status).toBe(200);
  const second = await ask();
  expect([second.status, await second.json()]).toEqual([
    429,
    {
      status: 'error',
      code: 'too-many-requests',
      msg: 'An export is already running. Please wait until it finishes.',
    },
  ]);
  leaving.abort();
  const again = await until(ask, ({ status }) => status !== 429);
  expect((await filesOf(again))['videos/2026-11-18-Talk-v/transcript.vtt']).toHaveLength(noise.length + 8);
});

it('waits for others when many exports run, and says when to try again', async () => {
  const exports = gateway.running.get(RunningExports);
  const ends = Array.from({ length: maxExports }, (_, index) => exports.begin(String(index)));
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await gateway.call('POST', '/api/account/export/ticket')).status).toBe(429);
  for (const end of ends) end();
  expect(Object.keys(await filesOf(await ask()))).toContain('profile.json');
  // Its slot is free again.
  for (const end of ends.map((_, index) => exports.begin(String(index)))) end();
});

it('fetches a file when the one before has been read, and none after the client has gone', async () => {
  const options = { userId: 'ada', withMedia: false, gone: new AbortController().signal };
  const files = gateway.running.get(ExportFilesService).of(options);
  await files.next();
  expect(gateway.fakes.chaptering.chapterRequests).toBe(0);
  await files.return(undefined);
  const gone = AbortSignal.abort();
  await expect(
    gateway.running
      .get(ExportFilesService)
      .of({ ...options, gone })
      .next(),
  ).rejects.toThrow(/abort/i);
});
