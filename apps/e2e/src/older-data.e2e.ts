import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, SessionUser } from '@vault/contracts';
import type { ExpectedData, ExpectedVideo } from './older-data/expected-data.ts';
import { balanceOf, describeVideo, ledgerOf } from './older-data/fill-product.ts';
import { buildOlderProduct } from './older-data/older-product.ts';
import { Api, type Answer, type RequestOptions } from './testing/api/api.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { untilIdle } from './testing/product/until-idle.ts';
import { until } from './testing/shared/until.ts';
import { ServerData } from './testing/stores/server-data.ts';

/** Refuses every answer that an older form of a document could cause. */
class StrictApi extends Api {
  override async send(method: string, path: string, options?: RequestOptions): Promise<Answer> {
    const answer = await super.send(method, path, options);
    assert.ok(answer.status < 500, `${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
    return answer;
  }
}

async function signIn({ origin }: Product, { email }: ExpectedData): Promise<Api> {
  const api = new StrictApi(origin);
  // Of the session only the address is used.
  api.user = { email } as SessionUser;
  await api.signInAgain();
  return api;
}

/** Whether this version reads the media of the older one. */
const fixtures = [
  { fixture: '0.1.0', hasMedia: false },
  { fixture: 'f488eeeb', hasMedia: true },
];

for (const { fixture, hasMedia } of fixtures)
  describe(`the data of ${fixture}`, () => {
    let product: Product;
    let expected: ExpectedData;
    let api: Api;

    before(async () => {
      ({ product, expected } = await buildOlderProduct(fixture));
      await product.start();
      api = await signIn(product, expected);
    });
    after(async () => {
      await product.end();
      rmSync(product.dataDir, { recursive: true, force: true });
    });

    it('have the account, its tokens and its ledger', async () => {
      const ledger = await ledgerOf(api);
      const amounts = ledger.map(({ amount }) => amount);
      // A month that has begun since adds a grant.
      assert.deepEqual(amounts.slice(-expected.ledger.length), expected.ledger);
      assert.equal(
        await balanceOf(api),
        amounts.reduce((sum, amount) => sum + amount, 0),
      );
      assert.equal((await api.send('GET', '/api/account/sessions')).status, 200);
      assert.equal((await api.send('GET', '/api/account/export/estimate')).status, 200);
    });

    it('have the library, with records, chapters and transcripts', async () => {
      const ids = (await api.videos()).map(({ id }) => id);
      assert.deepEqual(ids.toSorted(), [expected.edited.id, expected.untouched.id].toSorted());
      for (const video of [expected.edited, expected.untouched]) {
        assert.deepEqual(await describeVideo(api, video.id), video);
        const transcript = await api.send('GET', `/api/muxvideos/${video.id}/transcript`);
        assert.match(transcript.text.toLowerCase(), new RegExp(expected.spoken));
        assert.equal((await api.send('GET', `/api/muxvideos/${video.id}/clips`)).status, 200);
      }
      assert.equal((await api.send('GET', `/api/muxvideos/asset/${expected.deletedId}`)).status, 404);
    });

    it('are found', async () => {
      const path = `/api/search?keyword=${expected.spoken}`;
      const { results } = await api.ask<SearchAnswer>('GET', path);
      for (const { id } of [expected.edited, expected.untouched])
        assert.ok(results.some((each) => each.id === id));
    });

    it(hasMedia ? 'play' : 'say that recordings must be uploaded again', async () => {
      const { id } = expected.untouched;
      if (hasMedia) {
        assert.equal(await playedStatus(api, id), 200);
        return;
      }
      const { failure } = await api.untilVideo(id, 'failed', ({ state }) => state === 'failed');
      assert.match(failure?.reason ?? '', /upload the file again/);
    });

    it('have shared moments, portals and a glossary', async () => {
      for (const path of [`/api/moments?passthrough=${expected.edited.id}`, '/api/portals', '/api/glossary'])
        assert.equal((await api.send('GET', path)).status, 200, path);
      if (expected.momentId) assert.equal((await api.send('GET', `/m/${expected.momentId}`)).status, 200);
      if (expected.portalSlug) assert.equal((await api.send('GET', `/p/${expected.portalSlug}`)).status, 200);
    });

    it('are shown to staff', async () => {
      const staff = new StaffApi(product);
      await staff.signIn();
      assert.ok(await staff.employee(expected.email));
      for (const path of ['videos', 'audit', 'staff', 'dashboard', 'employees'])
        assert.equal((await staff.send('GET', `/api/admin/${path}`)).status, 200, path);
    });

    it('can be edited', async () => {
      const { id } = expected.edited;
      await saveTexts(api, id);
      assert.equal((await api.video(id)).title, 'Edited since');
      assert.equal((await api.video(id)).chapters[0]?.title, 'A chapter edited since');
      await until('the new title to be found', async () => {
        const { results } = await api.ask<SearchAnswer>('GET', '/api/search?keyword=since');
        return results.some((each) => each.id === id);
      });
    });

    it('fit each other, and are not upgraded again', async () => {
      await untilIdle(product);
      await product.stop();
      const before = product.log().length;
      const { code, output } = await product.operatorCommand(['repair', dirname(product.mediaDir)]);
      assert.equal(code, 0, output);
      if (product.stored() instanceof ServerData) await product.operatorCommand([]);
      await product.start();
      assert.doesNotMatch(product.log().slice(before), /upgraded:/);
      api = await signIn(product, expected);
      assert.equal((await api.video(expected.edited.id)).title, 'Edited since');
    });

    it('of a later version are refused', async () => {
      await product.stop();
      await fromTheFuture(product);
      const sentence = /of version 99, and this product knows version \d+: run the newer product/;
      if (product.stored() instanceof ServerData) {
        const { code, output } = await product.operatorCommand([]);
        assert.equal(code, 1);
        assert.match(output, sentence);
        return;
      }
      await assert.rejects(product.start(), sentence);
    });
  });

// On servers an operator runs the upgrade; its spec repeats it.
if (process.env.E2E_MODE !== 'microservices')
  describe('an upgrade that is killed', () => {
    it('is finished by the next start', async () => {
      const { product, expected } = await buildOlderProduct('0.1.0');
      try {
        const [process] = product.processes;
        process!.begin();
        await process!.log.untilLine(/^upgraded:/);
        await process!.kill();
        await product.start();
        const api = await signIn(product, expected);
        for (const video of [expected.edited, expected.untouched])
          assert.deepEqual<ExpectedVideo>(await describeVideo(api, video.id), video);
        assert.equal((await api.send('GET', '/api/account')).status, 200);
      } finally {
        await product.end();
        rmSync(product.dataDir, { recursive: true, force: true });
      }
    });
  });

async function saveTexts(api: Api, passthrough: string): Promise<void> {
  const { chapters, version } = await api.video(passthrough);
  const saved = chapters.map(({ title, start, summary }, index) => ({
    title: index === 0 ? 'A chapter edited since' : title,
    start,
    summary,
  }));
  await api.ask('PATCH', '/api/muxupload/save', {
    passthrough,
    title: 'Edited since',
    chapters: saved,
    version,
  });
}

/** The status of the first segment. */
async function playedStatus(api: Api, id: string): Promise<number> {
  const open = async (uri: string, base = api.origin) => {
    const response = await fetch(new URL(uri, base));
    return { url: response.url, status: response.status, text: await response.text() };
  };
  const master = await open((await api.video(id)).streamUrl);
  const media = await open(uriIn(master.text), master.url);
  return (await open(uriIn(media.text), media.url)).status;
}

/** The first URI of a playlist. */
function uriIn(playlist: string): string {
  const uri = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  assert.ok(uri, playlist);
  return uri;
}

async function fromTheFuture(product: Product): Promise<void> {
  const stored = product.stored();
  if (stored instanceof ServerData) {
    const { namespace } = stored;
    await namespace.withMongo((client) =>
      client
        .db(namespace.databaseOf('upload'))
        .collection('data_version')
        .updateOne({}, { $set: { version: 99 } }),
    );
    return;
  }
  const database = new DatabaseSync(join(product.dataDir, 'store/upload.sqlite'));
  database.exec('UPDATE data_folder SET version = 99');
  database.close();
}
