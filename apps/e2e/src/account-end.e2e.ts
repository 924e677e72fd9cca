import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccountRecord, SessionUser, UploadSession } from '@vault/contracts';
import { ScriptedLanguageModel } from '@vault/integrations/testing';
import type { Answer, Api } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { ageLog, filesWith, findRemains, findWords } from './testing/stores/check-deleted.ts';
import { signInFirstStaff } from './testing/product/staff-api.ts';
import { registerWithRetry, uploadWithRetry } from './testing/api/send-with-retry.ts';
import type { Product } from './testing/product/product.ts';
import { chooseSeed, seeded } from './testing/shared/random.ts';
import { putRange, uploadVideo, type Media } from './testing/api/send-file.ts';
import { startProduct } from './testing/product/start-product.ts';
import { briefTalk, silentVideo } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';
import { validReply } from './testing/product/valid-reply.ts';

const kib = 1_024;
const seed = chooseSeed();
const random = seeded(seed);
const isOneProcess = (process.env.E2E_MODE ?? 'all-in-one') === 'all-in-one';
/** Processes to kill during the deletion of an account, one per deletion. */
const victims = isOneProcess
  ? Array.from({ length: 6 }, () => 'all-in-one')
  : ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal'];
/** Time until all services have removed the account's data, on an idle machine. */
const deletingMs = 400;
/** Data that arrives after the deletion is removed a minute later. */
const removalTimeoutMs = 450_000;

/** Deletion and deactivation of an account stop its running work; deletion removes its data from every store. */
describe(`the end of an account, E2E_SEED=${String(seed)}`, () => {
  let product: Product;
  let model: ScriptedLanguageModel;
  let staff: Api;
  let other: Api;

  before(async () => {
    model = await ScriptedLanguageModel.start();
    model.otherwise = (request) => ({ says: validReply(request) });
    // A short session timeout, so that restarted processes get the partitions of killed ones soon.
    product = await startProduct({ env: { ...model.env, KAFKA_SESSION_SECONDS: '3' } });
    staff = product.api();
    await signInFirstStaff(staff);
    other = product.api();
    await other.register();
    await uploadVideo(other, silentVideo(), 'Of another user');
  });
  after(async () => {
    await product.end();
    await model.stop();
  });

  const account = (api: Api) => api.ask<AccountRecord>('GET', '/api/account');
  const deleteAccount = (api: Api) =>
    api.send('DELETE', '/api/account', { body: { email: api.user!.email } });
  const post = (api: Api, what: string, body: object) => api.send('POST', `/api/muxupload/${what}`, { body });
  const updateQuote = (api: Api, passthrough: string, newQuotePrompt: string) =>
    post(api, 'update-quote', {
      passthrough,
      start: '00:00:00',
      end: '10:00:00',
      selIndex: 0,
      newQuotePrompt,
    });
  const updateSearch = (api: Api, passthrough: string, newSearchPrompt: string) =>
    post(api, 'update-search', { passthrough, selIndex: 0, newSearchPrompt });
  const succeeded = ({ status, text }: Answer) => assert.equal(status, 200, text.slice(0, 300));

  /** Opens an upload and sends the first half of its bytes. */
  async function beginUpload(api: Api): Promise<{ session: UploadSession; media: Media; half: number }> {
    const session = await api.openUpload();
    const media = briefTalk();
    const half = Math.floor(media.bytes.length / 2);
    assert.equal((await putRange(api, session.url, media, 0, half)).status, 308);
    return { session, media, half };
  }
  const sendRest = async (api: Api, { session, media, half }: Awaited<ReturnType<typeof beginUpload>>) =>
    (await putRange(api, session.url, media, half, media.bytes.length)).status;

  /** Asserts that the stores hold no data of deleted accounts and none of these words. */
  async function assertGone(words: readonly string[]): Promise<void> {
    let left: string[] = [];
    const isGone = async () => {
      const stored = product.stored();
      left = [...(await findRemains(stored)), ...(await findWords(stored, words))];
      return left.length === 0;
    };
    await until('nothing to be left', isGone, removalTimeoutMs).catch(() => assert.deepEqual(left, []));
  }

  it('deletion removes all data of the person, and ends an open upload', async () => {
    const api = product.api();
    const { email } = await api.register();
    // Part of every text that the person writes.
    const mark = `zq${randomBytes(8).toString('hex')}`;
    await api.ask('PATCH', '/api/account', { firstname: mark });
    await api.send('POST', '/api/auth/login', { body: { email, password: 'not this one' } });
    await product.api().ask('POST', '/api/auth/login', { email, password: 'analytical engine' });
    await product.api().send('POST', '/api/auth/forgot-password', { body: { email } });
    await api.ask('POST', '/api/muxupload/update-custom-prompt', {
      customPrompt: `${mark} quotes`,
      quoteCt: 2,
    });
    const { session } = await uploadVideo(api, briefTalk(), `${mark} title`);
    await api.save(session.id, { description: `${mark} description` });
    const { assetId, thumbnail } = await api.untilReady(session.id);
    succeeded(await updateQuote(api, session.id, `About ${mark}`));
    succeeded(await updateSearch(api, session.id, `What of ${mark}?`));
    const cut = { passthrough: assetId, timeIn: '00:00:01', timeOut: '00:00:03' };
    const { json } = await post(api, 'video-cut', cut);
    const clip = new URL(json!.data as string, product.mediaOrigin);
    const picture = new URL(thumbnail, product.mediaOrigin);
    const statusOf = async (media: URL) => (await fetch(media)).status;
    for (const media of [clip, picture])
      await until(media.pathname, async () => (await statusOf(media)) === 200);
    // A video that is being processed, and one that is being uploaded.
    await uploadVideo(api, briefTalk(), `${mark} second`);
    const open = await beginUpload(api);

    succeeded(await deleteAccount(api));
    assert.deepEqual((await api.send('GET', '/api/muxvideos')).text, 'Unauthorized');
    await until('the upload to be closed', async () => (await sendRest(api, open)) === 410);
    await assertGone([mark, email]);
    for (const media of [clip, picture]) assert.equal(await statusOf(media), 401, media.pathname);
    const again = { firstname: 'Ada', lastname: 'Lovelace', email, password: 'another engine', plan: 'free' };
    await product.api().ask('POST', '/api/auth/register', again);
    assert.equal((await other.videos()).length, 1);
  });

  // With servers the broker deletes what it retains.
  if (isOneProcess)
    it('after a day no file contains anything of a deleted person', async () => {
      const api = product.api();
      const { email } = await api.register();
      const mark = `zq${randomBytes(8).toString('hex')}`;
      await api.ask('PATCH', '/api/account', { firstname: mark, lastname: mark });
      await product.api().send('POST', '/api/auth/forgot-password', { body: { email } });
      const customPrompt = `${mark} quotes`;
      await api.ask('POST', '/api/muxupload/update-custom-prompt', { customPrompt, quoteCt: 2 });
      const { session } = await uploadVideo(api, briefTalk(), `${mark} title`);
      await api.save(session.id, { description: `${mark} description` });
      await api.untilReady(session.id);
      succeeded(await updateQuote(api, session.id, `About ${mark}`));
      succeeded(await updateSearch(api, session.id, `What of ${mark}?`));
      const { chapters } = await api.video(session.id);
      const renamed = chapters.map((each) => ({ ...each, title: `${mark} chapter` }));
      await api.ask('PATCH', '/api/muxupload/save', { passthrough: session.id, chapters: renamed });
      const stored = () => filesWith(product.dataDir, [mark, email]);
      const folders = [...new Set(stored().map((file) => file.split('/')[0]))];
      for (const each of ['log.sqlite', 'mail', 'store'])
        assert.ok(
          folders.some((name) => name!.startsWith(each)),
          `${each} among ${folders.join(', ')}`,
        );

      succeeded(await deleteAccount(api));
      await product.stop();
      ageLog(product.dataDir, 25);
      await product.start();
      await until('no file to contain a trace', () => stored().length === 0, removalTimeoutMs).catch(() =>
        assert.deepEqual(stored(), []),
      );
    });

  it('deletion completes after kill -9', async () => {
    const emails: string[] = [];
    for (const victim of victims) {
      const api = product.api();
      emails.push((await registerWithRetry(api)).email);
      for (const title of ['First', 'Second']) await uploadWithRetry(api, silentVideo(), title);
      const open = await beginUpload(api);
      const deleting = deleteAccount(api).catch(() => undefined);
      await wait(random() * deletingMs);
      await product.process(victim).kill();
      await deleting;
      await product.start();
      // A caller without an answer tries again, until there is nothing left to delete.
      await until('the account to be gone', async () => {
        const answer = await deleteAccount(api).catch(() => undefined);
        return answer?.status === 200 || answer?.status === 401;
      });
      await until('the upload to be closed', async () => (await sendRest(api, open).catch(() => 0)) === 410);
    }
    await assertGone(emails);
    assert.equal((await other.videos()).length, 1);
  });

  it('deactivation by staff ends every call, a running upload and a running job, which costs nothing', async () => {
    const api = product.api();
    const { id, email } = await registerWithRetry(api);
    const videoId = await uploadWithRetry(api, briefTalk(), 'Kept');
    const video = await api.untilReady(videoId);
    succeeded(await updateQuote(api, videoId, 'About levers'));
    const before = await account(api);
    const { chapters } = await api.video(videoId);
    const open = await beginUpload(api);
    const sending = sendSlowly(api, open.session.url, open.media, open.half);
    const { requested, release } = model.hold();
    const generation = updateQuote(api, videoId, 'About quarters');
    await requested;

    await staff.ask('POST', `/api/admin/employee/${id}`, { is_active: false });
    await until(
      'the person to be signed out',
      async () => (await api.send('GET', '/api/muxvideos')).status === 403,
    );
    assert.equal((await api.send('GET', '/api/muxvideos')).text, 'Forbidden');
    assert.equal(await sending, 410);
    assert.equal(await sendRest(api, open), 410);
    const { status, json } = await generation;
    assert.notEqual(status, 200);
    assert.match(json!.msg!, /stopped\. No tokens were charged.*disabled/);
    // The late answer must not change anything.
    release();

    await staff.ask('POST', `/api/admin/employee/${id}`, { is_active: true });
    const back = product.api();
    back.user = await back.ask<SessionUser>('POST', '/api/auth/login', {
      email,
      password: 'analytical engine',
    });
    const settled = async () => (await account(back)).token_balance === before.token_balance;
    await until('the tokens to be back', settled);
    const history = await staff.ask<{ state: string; tokens: number }[]>(
      'GET',
      `/api/admin/employee-token-histories/${id}?sort=-createdAt&limit=1`,
    );
    assert.deepEqual(
      history.map(({ state, tokens }) => [state, tokens]),
      [['failed', 0]],
    );
    assert.deepEqual((await back.video(videoId)).chapters, chapters);
    assert.deepEqual(
      (await back.videos()).map((each) => each.id),
      [video.id],
    );
    succeeded(await updateQuote(back, videoId, 'About quarters'));
  });

  it('leaves the stores consistent', () => assertConsistent(product));
});

/** Sends part of a chunk and then waits for the answer, as on a slow connection. @returns its status */
function sendSlowly(api: Api, url: string, { bytes, type }: Media, from: number): Promise<number> {
  const range = `bytes ${String(from)}-${String(bytes.length - 1)}/${String(bytes.length)}`;
  const headers = {
    'content-type': type,
    'content-length': String(bytes.length - from),
    'content-range': range,
  };
  return new Promise((resolve, reject) => {
    const uploadRequest = request(new URL(url, api.origin), { method: 'PUT', headers, agent: false });
    uploadRequest.on('error', reject);
    uploadRequest.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      uploadRequest.destroy();
    });
    uploadRequest.write(bytes.subarray(from, from + 16 * kib));
  });
}
