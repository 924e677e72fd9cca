import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from '../testing/api.ts';
import { assertSound } from '../testing/assert-sound.ts';
import type { Product } from '../testing/product.ts';
import { sendFile } from '../testing/send-file.ts';
import { insist, registerPatiently } from '../testing/insist.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import { briefTalk } from '../testing/talk.ts';
import { until } from '../testing/until.ts';

const replicas = { gateway: 2, auth: 2, upload: 2, chaptering: 2, search: 2, clip: 2, admin: 2 };
const edits = 12;
const videosAtOnce = 3;
const readyWithinMs = 600_000;

describe('two of each service side by side', () => {
  const media = briefTalk();
  let product: Product;
  /** The same person at one gateway and at the other. */
  let here: Api;
  let there: Api;
  let turn = 0;
  const sessions: UploadSession[] = [];

  before(async () => {
    product = await startMicroservices({ replicas, env: { KAFKA_SESSION_SECONDS: '3' } });
    [here, there] = product.origins.map((origin) => product.api(origin)) as [Api, Api];
  });
  after(() => product.end());

  /** One gateway, then the other, then the first again. */
  const next = (): Api => ((turn += 1) % 2 === 0 ? here : there);

  it('who registers at one gateway is known at the other at once', async () => {
    const { email, id } = await registerPatiently(here);
    // The first calls of services that have only just started may take longer than their deadline.
    const body = { email, password: 'analytical engine' };
    const again = await insist(there, 'POST', '/api/auth/login', { body });
    assert.equal((again.json?.data as { id: string } | undefined)?.id, id);
    there.user = here.user;
    assert.deepEqual((await insist(there, 'GET', '/api/muxvideos')).json?.data, []);
  });

  it('uploads that were opened at either are saved at the other', async () => {
    const sendOne = async (opens: Api, saves: Api) => {
      const session = await opens.openUpload();
      sessions.push(session);
      await sendFile(opens, session.url, media);
      await saves.save(session.id, { title: 'Opened here, saved there' });
    };
    const pairs = Array.from({ length: videosAtOnce }, () => [next(), next()] as const);
    await Promise.all(pairs.map(([opens, saves]) => sendOne(opens, saves)));
  });

  it('polls of either gateway see them become ready, and never go back', async () => {
    const steps = ['uploading', 'processing', 'captioning', 'chaptering', 'ready'];
    const watch = async ({ id }: UploadSession) => {
      let furthest = 0;
      const look = async () => {
        const { state } = await next().video(id);
        assert.notEqual(state, 'failed');
        assert.ok(steps.indexOf(state) >= furthest, `${state} came after ${steps[furthest]!}`);
        furthest = steps.indexOf(state);
        return state === 'ready';
      };
      await until(`${id} to be ready`, look, readyWithinMs);
    };
    await Promise.all(sessions.map(watch));
  });

  it('the outcome of a command comes to the gateway that sent it, and its answer shows what was done', async () => {
    for (let edit = 0; edit < edits; edit += 1) {
      const title = `Edit ${String(edit)}`;
      const [at, other] = [next(), next()];
      const { title: answered } = await at.save(sessions[0]!.id, { title });
      assert.equal(answered, title);
      assert.equal((await other.video(sessions[0]!.id)).title, title);
    }
  });

  it('commands of many at both gateways at once all succeed', async () => {
    const save = async ({ id }: UploadSession, index: number) => {
      for (let edit = 0; edit < edits; edit += 1)
        await next().save(id, { description: `Description ${String(index)}.${String(edit)}` });
    };
    await Promise.all(sessions.map(save));
    const videos = await next().videos();
    const last = `.${String(edits - 1)}`;
    assert.deepEqual(
      videos.map(({ description }) => description.endsWith(last)),
      sessions.map(() => true),
    );
  });

  it('chapters that are asked for again at either are those that were', async () => {
    for (const { id } of sessions) {
      const { chapters } = await next().video(id);
      const body = { passthrough: id };
      const again = await next().ask<VideoRecord>('POST', '/api/muxupload/re-generate-chapter', body);
      assert.deepEqual(again.chapters, chapters);
      await next().untilReady(id);
    }
  });

  it('what was deleted at one is gone from the other, and from both searches soon', async () => {
    const search = async (api: Api) =>
      (await api.ask<SearchAnswer>('GET', '/api/search?keyword=Description')).total;
    for (const api of [here, there])
      await until('all to be found', async () => (await search(api)) === sessions.length);
    const { id } = sessions.pop()!;
    await here.ask('DELETE', `/api/muxvideos/${id}`);
    assert.equal((await there.send('GET', `/api/muxvideos/asset/${id}`)).status, 404);
    assert.equal((await there.videos()).length, sessions.length);
    // Each gateway asks both processes of the search in turn.
    for (const api of [here, there, here, there])
      await until('it not to be found', async () => (await search(api)) === sessions.length);
  });

  it('leaves nothing lost, doubled or lying about', () => assertSound(product));
});
