import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccountRecord, LedgerRow, SearchAnswer, UploadSession, VideoRecord } from '@vault/contracts';
import { buildAllInOne } from '../testing/all-in-one-product.ts';
import { Api } from '../testing/api.ts';
import { assertConsistent } from '../testing/assert-consistent.ts';
import { buildMicroservices } from '../testing/microservice-product.ts';
import { startOwnServers, type OwnServers } from '../testing/own-servers.ts';
import type { Product } from '../testing/product.ts';
import { offsetOf, putRange, queryOffset, sendFile } from '../testing/send-file.ts';
import { registerWithRetry, sendWithRetry, uploadWithRetry } from '../testing/send-with-retry.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import type { StoredMessage } from '../testing/stored-data.ts';
import { briefTalk, shortTalk, talk } from '../testing/talk.ts';
import { untilIdle } from '../testing/until-idle.ts';
import { until } from '../testing/until.ts';
import { numberOf, SavedTitles, titleOf } from './restore/saved-titles.ts';

/** On a busy machine a service may be late: a call is repeated this often. */
const maxTries = 5;
/** The pause of each of three callers that use the product during the backup. */
const pauseMs = 100;
/** How long the product is used after the backup. */
const afterBackupMs = 5_000;
/** A chunk has a multiple of 256 KiB. */
const chunkBytes = 256 * 1_024;

interface TopicEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: number;
}

describe('a product is backed up under load, lost completely and restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-backup-'));
  const backup = join(folder, 'one');
  let servers: OwnServers | undefined;
  let newServers: OwnServers | undefined;
  let source: Product | undefined;
  let target: Product | undefined;
  let old: Api;
  let api: Api;
  let titles: SavedTitles;
  /** The keys that are kept apart from a backup. */
  let keys: Readonly<Record<string, string>>;
  let earlier: readonly StoredMessage[];
  let lostAt: number;
  let backupBeganAt: number;

  /** Videos by what happens to them. */
  const ids = {
    titled: '',
    edited: '',
    loaded: '',
    deletedBefore: '',
    deletedAfter: '',
    atBackup: '',
    tooLate: '',
  };
  let edited: VideoRecord;
  let clip: string;
  let open: UploadSession;
  let heldBefore: number;
  let ledger: readonly LedgerRow[];

  /** A change, repeated until it is acknowledged. */
  const write = async (method: string, path: string, body?: object) =>
    (await sendWithRetry(old, method, path, { body, alsoAccepted: method === 'DELETE' ? [404] : [] })).json!
      .data;
  const account = (of: Api) => of.ask<AccountRecord>('GET', '/api/account');
  const ledgerOf = (of: Api) => of.ask<LedgerRow[]>('GET', '/api/account/ledger?limit=100');
  const media = (product: Product, url: string) =>
    new URL(new URL(url, product.origin).pathname, product.mediaOrigin);
  const isServed = async (url: URL) => (await fetch(url, { method: 'HEAD' })).status === 200;
  const runBackup = (killAfter?: RegExp) =>
    source!.operatorCommand(['backup', backup, '--engine', join(source!.dataDir, 'video-engine')], {
      killAfter,
    });
  const restore = (from: string) =>
    target!.operatorCommand(['move', from, '--engine', join(target!.dataDir, 'video-engine')]);

  before(async () => {
    servers = await startOwnServers();
    source = await startMicroservices({ servers: servers.servers });
    source.tries = maxTries;
    const pem = source.signingKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    keys = { JWT_KEYS: JSON.stringify([{ kid: 'of-this-test', pem }]) };
    old = source.api();
    await registerWithRetry(old);
    ids.edited = await uploadWithRetry(old, shortTalk(), 'Growing a company');
    for (const name of ['titled', 'loaded', 'deletedBefore', 'deletedAfter'] as const)
      ids[name] = await uploadWithRetry(old, briefTalk(), name);
    for (const name of ['edited', 'titled', 'loaded', 'deletedBefore', 'deletedAfter'] as const)
      await old.untilReady(ids[name]);
  });
  after(async () => {
    await (titles as SavedTitles | undefined)?.stop();
    await target?.end();
    await source?.end();
    await servers?.stop();
    await newServers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an edited video with a clip, used tokens, a deleted video and an open upload', async () => {
    await write('POST', '/api/muxupload/generate-summary', { passthrough: ids.edited });
    const { chapters } = await old.video(ids.edited);
    const changed = [{ ...chapters[0]!, title: 'By hand' }, ...chapters.slice(1)];
    await write('PATCH', '/api/muxupload/save', { passthrough: ids.edited, chapters: changed });
    const span = { timeIn: '00:00:01', timeOut: '00:00:03' };
    clip = (await write('POST', '/api/muxupload/video-cut', { passthrough: ids.edited, ...span })) as string;
    await until('the clip', () => isServed(media(source!, clip)));
    await write('DELETE', `/api/muxvideos/${ids.deletedBefore}`);
    open = await old.openUpload();
    assert.equal((await putRange(old, open.url, talk(), 0, chunkBytes)).status, 308);
    await untilIdle(source!);
  });

  it('is backed up while it is used, also after a backup that was killed', async (test) => {
    const user = Object.assign(new Api(source!.origin), { user: old.user });
    titles = new SavedTitles(user, ids.titled, pauseMs);
    test.diagnostic(await backUpTwice());
    test.diagnostic(`calls meanwhile: ${JSON.stringify(titles.calls)}`);
  });

  it('loses everything some seconds later', async () => {
    ids.tooLate = await uploadWithRetry(old, briefTalk(), 'Uploaded too late');
    await write('DELETE', `/api/muxvideos/${ids.deletedAfter}`);
    await wait(afterBackupMs);
    await source!.kill();
    lostAt = Date.now();
    await titles.stop();
    // The checker compares with what was handled until the time of the backup.
    const { ends } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { ends: TopicEnd[] };
    const isBefore = ({ topic, partition, offset }: StoredMessage) =>
      ends.some((each) => each.topic === topic && each.partition === partition && offset < each.end);
    const topics = ['chaptering.commands', 'chaptering.events', 'upload.events'];
    earlier = (await source!.stored().messages(topics)).filter(isBefore);
    await servers!.stop();
    servers = undefined;
    rmSync(source!.dataDir, { recursive: true });
    source = undefined;
  });

  it('is restored into empty servers and an empty folder; an unfinished backup is refused', async (test) => {
    newServers = await startOwnServers();
    const apps = ['auth', 'admin'] as const;
    const envOf = Object.fromEntries(apps.map((app) => [app, keys]));
    target = await buildMicroservices({ servers: newServers.servers, envOf });
    const unfinished = await restore(`${backup}.unfinished`);
    assert.equal(unfinished.code, 1);
    assert.match(unfinished.output, /nor a complete backup/);
    const { code, output } = await restore(backup);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /DIFFERENT/);
    test.diagnostic(output);
    target.tries = maxTries;
    await target.start();
    api = target.api();
    api.user = old.user;
    await sendWithRetry(api, 'GET', '/api/muxvideos');
    await untilIdle(target);
  });

  it('has every write that was acknowledged before the backup, and loses seconds only', async (test) => {
    const { title } = await api.video(ids.titled);
    const survived = numberOf(title);
    assert.ok(survived >= titles.lastBefore(backupBeganAt), title);
    const lostSeconds = (lostAt - titles.timeOf(survived)) / 1_000;
    test.diagnostic(
      `seconds of data lost: ${lostSeconds.toFixed(1)} (title ${String(survived)} of ${String(titles.acknowledged.at(-1)!.number)})`,
    );
    const now = await api.video(ids.edited);
    assert.deepEqual(
      [now.title, now.chapters, now.summary, now.vtt],
      [edited.title, edited.chapters, edited.summary, edited.vtt],
    );
    assert.equal(now.chapters[0]!.title, 'By hand');
    const kept = new Set((await ledgerOf(api)).map(({ id }) => id));
    assert.deepEqual(
      ledger.filter(({ id }) => !kept.has(id)),
      [],
    );
    const entries = await ledgerOf(api);
    const sum = entries.reduce((total, { amount }) => total + amount, 0);
    assert.equal((await account(api)).token_balance, sum);
  });

  it('has the media: streams, downloads and clips, also of work that had only begun', async () => {
    const now = await api.video(ids.edited);
    assert.match(await (await fetch(new URL(now.streamUrl, api.origin))).text(), /^#EXTM3U/);
    assert.ok(await isServed(media(target!, clip)));
    const atBackup = await api.untilReady(ids.atBackup);
    assert.equal(atBackup.title, 'Uploaded before');
    const restored = await api.video(ids.deletedAfter);
    assert.ok(await isServed(media(target!, restored.streamUrl)), 'deleted after the backup');
  });

  it('has nothing that was deleted before, or made after it', async () => {
    for (const id of [ids.deletedBefore, ids.tooLate])
      assert.equal((await api.send('GET', `/api/muxvideos/asset/${id}`)).status, 404);
  });

  it('finds the restored titles', async () => {
    const { title } = await api.video(ids.titled);
    await until('the title to be found', async () => {
      const query = new URLSearchParams({ keyword: title }).toString();
      const { results } = await api.ask<SearchAnswer>('GET', `/api/search?${query}`);
      return results.some((each) => each.id === ids.titled);
    });
  });

  it('lets the user sign in, continue the open upload and work', async () => {
    await api.signInAgain();
    const url = media(target!, open.url).href;
    const held = Number(await queryOffset(api, url, talk().bytes.length));
    assert.ok(held >= heldBefore && held % chunkBytes === 0, `${String(held)} of ${String(heldBefore)}`);
    await sendFile(api, url, talk());
    await api.save(open.id, { title: 'Begun before' });
    await api.save(ids.titled, { title: titleOf(1_000_000) });
    await api.untilReady(open.id);
    await api.untilReady(await uploadWithRetry(api, briefTalk(), 'Begun after'));
  });

  it('has lost, doubled and left nothing', () =>
    assertConsistent(target!, {
      movedFrom: {
        messages: (topics) => Promise.resolve(earlier.filter(({ topic }) => topics.includes(topic))),
      },
    }));

  it('has the form of the data of one process, and starts as such', async () => {
    const dataDir = join(folder, 'copy');
    cpSync(backup, dataDir, { recursive: true });
    const single = await buildAllInOne({ dataDir });
    try {
      await single.start();
      const again = single.api();
      again.user = old.user;
      await again.signInAgain();
      assert.deepEqual((await again.video(ids.edited)).chapters, edited.chapters);
      await again.untilReady(ids.atBackup);
    } finally {
      await single.end();
    }
  });

  /** Kills the first backup, and begins work of all kinds before the second one. @returns what that one printed */
  async function backUpTwice(): Promise<string> {
    const killed = await runBackup(/^the time of this backup/);
    // It may finish before it is killed.
    assert.ok(killed.code === null || killed.code === 0, killed.output);
    rmSync(backup, { recursive: true, force: true });
    ids.atBackup = await uploadWithRetry(old, briefTalk(), 'Uploaded before');
    const cut = { passthrough: ids.edited, timeIn: '00:00:04', timeOut: '00:00:06' };
    await write('POST', '/api/muxupload/video-cut', cut);
    const regeneration = write('POST', '/api/muxupload/re-generate-chapter', { passthrough: ids.loaded });
    edited = await old.video(ids.edited);
    ledger = await ledgerOf(old);
    heldBefore = Number(await queryOffset(old, open.url, talk().bytes.length));
    backupBeganAt = Date.now();
    const [{ code, output }] = await Promise.all([runBackup(), sendSlowly()]);
    assert.equal(code, 0, output);
    await regeneration;
    return `${((Date.now() - backupBeganAt) / 1_000).toFixed(1)} s\n${output}`;
  }

  /** Sends chunks of the open upload while the backup runs, but not the last one. */
  async function sendSlowly(): Promise<void> {
    const total = talk().bytes.length;
    for (let from = heldBefore; from + chunkBytes < total - chunkBytes;) {
      const answer = await putRange(old, open.url, talk(), from, from + chunkBytes);
      assert.equal(answer.status, 308);
      from = offsetOf(answer);
      await wait(300);
    }
  }
});
