import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AccountRecord, LedgerRow, SearchAnswer } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import type { Product } from './testing/product/product.ts';
import { registerWithRetry, sendWithRetry, uploadWithRetry } from './testing/api/send-with-retry.ts';
import { buildProduct, startProduct } from './testing/product/start-product.ts';
import { StoreCopies } from './testing/product/store-copies.ts';
import type { StoredMessage } from './testing/stores/stored-data.ts';
import { briefTalk, shortTalk } from './testing/api/talk.ts';
import { untilIdle } from './testing/product/until-idle.ts';
import { until } from './testing/shared/until.ts';

/** On a busy machine a service may be late: a call is repeated this often. */
const maxTries = 5;
const services = ['admin', 'auth', 'chaptering', 'clip', 'portal', 'search', 'upload'] as const;
const checkedTopics = ['chaptering.commands', 'chaptering.events', 'upload.events'];

describe('each part is backed up at another time, all are lost, restored and repaired', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-copies-'));
  let source: Product;
  let target: Product | undefined;
  let copies: StoreCopies;
  let messages: readonly StoredMessage[];
  let [ada, eve, bob]: Api[] = [];

  /** Videos by what happens to them. */
  const ids = { intact: '', removed: '', removedLate: '', lostMedia: '', tooLate: '', ofEve: '', ofBob: '' };
  let lastTitle = '';
  let removedAssets: readonly string[] = [];
  let isOver = false;

  const write = (api: Api, method: string, path: string, body?: object) =>
    sendWithRetry(api, method, path, { body, alsoAccepted: method === 'DELETE' ? [404] : [] });
  const deleteVideo = (api: Api, id: string) => write(api, 'DELETE', `/api/muxvideos/${id}`);
  const upload = async (api: Api, name: keyof typeof ids, media = briefTalk()) => {
    ids[name] = await uploadWithRetry(api, media, name);
    await api.untilReady(ids[name]);
  };
  const repair = (product: Product, ...args: string[]) =>
    product.operatorCommand(['repair', dirname(product.mediaDir), ...args]);
  const documentsOf = (product: Product) =>
    Promise.all(services.map((service) => product.stored().documents(service)));
  const signedIn = (product: Product, user: Api) => Object.assign(product.api(), { user: user.user });

  before(async () => {
    source = await startProduct();
    source.tries = maxTries;
    [ada, eve, bob] = [source.api(), source.api(), source.api()];
    await registerWithRetry(ada);
    await registerWithRetry(eve);
    await upload(ada, 'intact', shortTalk());
    for (const name of ['removed', 'removedLate'] as const) await upload(ada, name);
    await upload(eve, 'ofEve');
    const cut = { passthrough: ids.removed, timeIn: '00:00:01', timeOut: '00:00:03' };
    await write(ada, 'POST', '/api/muxupload/video-cut', cut);
    const moment = { passthrough: ids.removed, kind: 'span', start: 1, end: 3 };
    await write(ada, 'POST', '/api/moments', moment);
    await untilIdle(source);
  });
  after(async () => {
    isOver = true;
    await target?.end();
    await source.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds and changes nothing in a consistent product', async () => {
    await source.stop();
    const stored = await documentsOf(source);
    for (const args of [[], ['--apply']]) {
      const { code, output } = await repair(source, ...args);
      assert.equal(code, 0, output);
      assert.match(output, /Nothing to mend/);
    }
    assert.deepEqual(await documentsOf(source), stored);
    await source.start();
  });

  it('is backed up part by part while it works', async () => {
    copies = new StoreCopies(source, folder);
    const saving = saveTitles();
    await copies.copyStore('auth');
    await write(ada!, 'POST', '/api/muxupload/generate-summary', { passthrough: ids.intact });
    await write(eve!, 'DELETE', '/api/account', { email: eve!.user!.email });
    await registerWithRetry(bob!);
    await upload(bob!, 'ofBob');
    await copies.copyStore('search');
    await copies.copyStore('clip');
    await copies.copyStore('portal');
    copies.copyMedia();
    await deleteVideo(ada!, ids.removed);
    await upload(ada!, 'lostMedia');
    isOver = true;
    await saving;
    // The repair leaves alone what is not published yet: that will be, after the restore.
    await untilIdle(source);
    await copies.copyStore('upload');
    await deleteVideo(ada!, ids.removedLate);
    await upload(ada!, 'tooLate');
    await untilIdle(source);
    for (const service of ['chaptering', 'admin'] as const) await copies.copyStore(service);
    copies.copyRest();
  });

  it('is lost, restored and repaired', async (test) => {
    await source.kill();
    messages = await source.stored().messages(checkedTopics);
    target = await buildProduct();
    await copies.restoreInto(target);
    const listed = await repair(target);
    test.diagnostic(listed.output);
    assert.equal(listed.code, 1, listed.output);
    for (const kind of [
      /^accounts that auth does not know.*: 1 \(/m,
      /^accounts that came back.*: 1 \(/m,
      /^videos that were deleted, and whose data is left: \d/m,
      /^videos that upload does not know, and whose data is left: \d/m,
      /^videos that came back.*: 1 \(/m,
      /^videos whose media are lost: 1 \(/m,
      /^media of deleted videos, and of deleted or unknown clips: \d/m,
      /^videos that the search does not have, or has with older texts: \d/m,
      /^operations without their token reservation: 1 \(/m,
    ])
      assert.match(listed.output, kind);
    const mended = await repair(target, '--apply', '--delete-unknown-accounts', '--delete-unknown-videos');
    assert.equal(mended.code, 0, mended.output);
    const media = /^media of deleted videos, and of deleted or unknown clips: \d+ \((.*?)\)/m.exec(
      listed.output,
    );
    removedAssets = media![1]!.split(', ');
    target.tries = maxTries;
    await target.start();
    await untilIdle(target);
  });

  it('has what every backup has, and nothing that was deleted or is unknown', async () => {
    const api = signedIn(target!, ada!);
    await api.signInAgain();
    assert.equal((await api.video(ids.intact)).title, lastTitle);
    await until('the title to be found', async () => {
      const query = new URLSearchParams({ keyword: lastTitle }).toString();
      const { results } = await api.ask<SearchAnswer>('GET', `/api/search?${query}`);
      return results.some((each) => each.id === ids.intact);
    });
    for (const id of [ids.removed, ids.removedLate, ids.tooLate])
      assert.equal((await api.send('GET', `/api/muxvideos/asset/${id}`)).status, 404);
    const ledger = await api.ask<LedgerRow[]>('GET', '/api/account/ledger?limit=100');
    const { token_balance: balance } = await api.ask<AccountRecord>('GET', '/api/account');
    assert.equal(
      balance,
      ledger.reduce((sum, { amount }) => sum + amount, 0),
    );
    for (const user of [eve!, bob!]) await assert.rejects(signedIn(target!, user).signInAgain());
  });

  it('shows a video without media as failed, and its owner deletes it', async () => {
    const api = signedIn(target!, ada!);
    await api.signInAgain();
    await api.untilVideo(ids.lostMedia, 'to have failed', ({ state }) => state === 'failed');
    await deleteVideo(api, ids.lostMedia);
    await api.untilReady(await uploadWithRetry(api, briefTalk(), 'Uploaded again'));
  });

  it('has lost, doubled and left nothing, and a second repair finds nothing', async () => {
    const movedFrom = {
      messages: (topics: readonly string[]) =>
        Promise.resolve(messages.filter(({ topic }) => topics.includes(topic))),
    };
    await assertConsistent(target!, { movedFrom, removedAssets });
    const { code, output } = await repair(target!);
    assert.equal(code, 0, output);
  });

  /** Saves titles until it is over, each after the answer to the one before. */
  async function saveTitles(): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      const title = `Saved ${String(number)}`;
      await write(ada!, 'PATCH', '/api/muxupload/save', { passthrough: ids.intact, title });
      lastTitle = title;
    }
  }
});
