import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import type { AccountRecord, SearchAnswer, UploadSession, VideoRecord } from '@vault/contracts';
import { buildAllInOne } from './testing/product/all-in-one-product.ts';
import type { Api } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { buildMicroservices } from './testing/product/microservice-product.ts';
import type { Product } from './testing/product/product.ts';
import { putRange, queryOffset, sendFile, uploadVideo } from './testing/api/send-file.ts';
import { sendWithRetry } from './testing/api/send-with-retry.ts';
import { briefTalk, shortTalk, talk } from './testing/api/talk.ts';
import { mediaFileOf } from './testing/api/media-file.ts';
import { untilIdle } from './testing/product/until-idle.ts';
import { until } from './testing/shared/until.ts';

/** Lines of the move after which it is killed: each one ends a step. */
const killedAfter = [
  /^topic/,
  /^account|^index/,
  /^copying the stores/,
  /^copying the media/,
  /^media files/,
  /^messages/,
];
const apps = [
  'gateway',
  'auth',
  'upload',
  'chaptering',
  'search',
  'clip',
  'portal',
  'admin',
  'video-engine',
] as const;
/** How often a call is sent until a service of a busy machine answers it. */
const maxTries = 5;
/** A chunk has a multiple of 256 KiB. */
const heldBytes = 256 * 1_024;

describe('a product in one process is moved to microservices', () => {
  let source: Product;
  let target: Product;
  let old: Api;
  let api: Api;
  let video: VideoRecord;
  let open: UploadSession;
  let clip: string;
  let balance: number;
  let hashes: readonly string[];

  before(async () => {
    source = await buildAllInOne({});
    source.tries = maxTries;
    await source.start();
    old = source.api();
    await old.register();
  });
  after(async () => {
    rmSync(keysFile(), { force: true });
    await source.end();
    await (target as Product | undefined)?.end();
  });

  const keysFile = () => `${source.dataDir}.keys.env`;
  const move = (killAfter?: RegExp) =>
    target.operatorCommand(['move', source.dataDir, '--engine', join(target.dataDir, 'video-engine')], {
      killAfter,
    });
  const account = (of: Api) => of.ask<AccountRecord>('GET', '/api/account');
  const find = (of: Api, keyword: string) =>
    of.ask<SearchAnswer>('GET', `/api/search?${new URLSearchParams({ keyword }).toString()}`);
  /** An address of media, at another product. */
  const media = (product: Product, url: string) => {
    const { pathname } = new URL(url, product.origin);
    return new URL(pathname, pathname.startsWith('/api/') ? product.pageOrigin : product.mediaOrigin);
  };
  async function hashOf(url: URL): Promise<string> {
    const answer = await fetch(url);
    assert.equal(answer.status, 200, url.href);
    return createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex');
  }

  it('has a video with chapters, a clip, used tokens, an upload in progress and unhandled messages', async () => {
    const { session } = await uploadVideo(old, shortTalk(), 'Growing a company');
    await old.untilReady(session.id);
    await old.ask('POST', '/api/muxupload/generate-summary', { passthrough: session.id });
    const body = { passthrough: session.id, timeIn: '00:00:01', timeOut: '00:00:03' };
    clip = await old.ask<string>('POST', '/api/muxupload/video-cut', body);
    await until(
      'the clip',
      async () => (await fetch(media(source, clip), { method: 'HEAD' })).status === 200,
    );
    await old.untilDownload(session.id);
    await untilIdle(source);
    open = await old.openUpload();
    const part = await putRange(old, open.url, talk(), 0, heldBytes);
    assert.equal(part.status, 308);
    balance = (await account(old)).token_balance;
    await old.save(session.id, { title: 'Moved house' });
    video = await old.video(session.id);
    hashes = await Promise.all([video.localVideo, clip].map((url) => hashOf(media(source, url))));
  });

  it('is not moved while it runs', async () => {
    const { code, output } = await source.operatorCommand(['move', source.dataDir, '--keys', keysFile()]);
    assert.equal(code, 1);
    assert.match(output, /^The product runs and has .* open\. Stop it/);
    // A kill leaves databases with a write-ahead log.
    await source.kill();
    forgetProgress(source);
  });

  it('gives its secrets to the microservices', async () => {
    const { code, output } = await source.operatorCommand(['move', source.dataDir, '--keys', keysFile()]);
    assert.equal(code, 0, output);
    const keys = parseEnv(readFileSync(keysFile(), 'utf8')) as Record<string, string>;
    assert.deepEqual(Object.keys(keys).sort(), [
      'JWT_KEYS',
      'MUX_PRIVATE_KEY',
      'MUX_SIGNING_KEY',
      'MUX_TOKEN_ID',
      'MUX_TOKEN_SECRET',
      'MUX_WEBHOOK_SECRET',
    ]);
    target = await buildMicroservices({ envOf: Object.fromEntries(apps.map((app) => [app, keys])) });
    target.tries = maxTries;
  });

  it('is moved completely, also when the move is killed after each of its steps', async () => {
    const outputs: string[] = [];
    let kills = 0;
    for (const line of [...killedAfter, undefined]) {
      const { code, output } = await move(line);
      // Near its end it may finish before it is killed.
      assert.ok(code === 0 || (line && code === null), output);
      outputs.push(output);
      if (code === null) kills += 1;
    }
    assert.ok(kills >= killedAfter.length - 1, `it was killed ${String(kills)} times`);
    const all = outputs.join('');
    assert.doesNotMatch(all, /DIFFERENT/);
    assert.match(all, /^messages: [1-9]\d* not handled yet, 0 dead letters; 1 documents to index again$/m);
    const again = await move();
    assert.deepEqual([again.code, /was already moved/.test(again.output)], [0, true], again.output);
  });

  it('serves the same user as microservices: password, session, tokens, video, chapters and clip', async () => {
    await target.start();
    api = target.api();
    api.user = old.user;
    await sendWithRetry(api, 'GET', '/api/muxvideos');
    assert.equal((await account(api)).token_balance, balance);
    await api.signInAgain();
    const now = await api.untilReady(video.id);
    assert.deepEqual(
      [now.title, now.chapters, now.summary, now.vtt],
      ['Moved house', video.chapters, video.summary, video.vtt],
    );
    const files = [now.localVideo, clip].map((url) => hashOf(media(target, url)));
    assert.deepEqual(await Promise.all(files), hashes);
    const manifest = await fetch(new URL(now.streamUrl, api.origin));
    assert.match(await manifest.text(), /^#EXTM3U/);
    const body = { passthrough: video.id, timeIn: '00:00:01', timeOut: '00:00:03' };
    const sameClip = await api.ask<string>('POST', '/api/muxupload/video-cut', body);
    assert.equal(mediaFileOf(sameClip), mediaFileOf(clip));
  });

  it('finds the video with its last title and its picture', async () => {
    const found = await until('the new title to be found', async () => {
      const { results } = await find(api, 'moved house');
      return results.find(({ thumbnail }) => thumbnail.startsWith(`${target.pageOrigin}/api/media/`));
    });
    assert.equal((await fetch(found.thumbnail)).headers.get('content-type'), 'image/jpeg');
    assert.ok((await find(api, 'lever')).total > 0);
  });

  it('continues the upload where it was, and accepts a new one', async () => {
    const url = media(target, open.url).href;
    assert.equal(await queryOffset(api, url, talk().bytes.length), heldBytes);
    await sendFile(api, url, talk());
    await api.save(open.id, { title: 'Begun before' });
    const { session } = await uploadVideo(api, briefTalk(), 'Begun after');
    for (const id of [open.id, session.id]) assert.equal((await api.untilReady(id)).captions, 'ready');
  });

  it('has lost, doubled and left nothing', () => assertConsistent(target, { movedFrom: source.stored() }));
});

/** What a power cut may do: every group gets all messages again, and must recognise those that it has handled. */
function forgetProgress({ dataDir }: Product): void {
  const log = new DatabaseSync(join(dataDir, 'log.sqlite'));
  log.exec('UPDATE positions SET position = 0');
  log.close();
}
