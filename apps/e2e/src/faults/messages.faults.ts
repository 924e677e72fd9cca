import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Api } from '../testing/api.ts';
import { assertSound } from '../testing/assert-sound.ts';
import type { Product } from '../testing/product.ts';
import { sendFile, uploadVideo } from '../testing/send-file.ts';
import type { ServerData } from '../testing/server-data.ts';
import type { ServerNamespace } from '../testing/server-namespace.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import type { StoredLetter } from '../testing/stored-data.ts';
import { briefTalk } from '../testing/talk.ts';
import { borrowServers, type Servers } from '../testing/test-servers.ts';
import { untilQuiet } from '../testing/until-quiet.ts';
import { until } from '../testing/until.ts';
import { allowLarge, append, poisons, type Poison } from './messages/poison.ts';
import { eventIds, replayAll, snapshot } from './messages/replay.ts';

const media = briefTalk();
const lettersWithinMs = 120_000;

/** Who reads what. */
const topicsOf = {
  upload: ['upload.commands', 'chaptering.events'],
  chaptering: ['chaptering.commands', 'upload.events'],
  search: ['search.commands', 'upload.events', 'chaptering.events'],
  clip: ['clip.commands', 'upload.events'],
  auth: ['auth.commands'],
} as const;

describe('messages that come again, and messages that are none', () => {
  let servers: Servers;
  let giveBack: () => Promise<void>;
  let product: Product;
  let namespace: ServerNamespace;
  let api: Api;
  const ids: string[] = [];
  const provoked: { readonly group: string; readonly topic: string; readonly reason: RegExp }[] = [];

  before(async () => {
    ({ servers, giveBack } = await borrowServers());
    product = await startMicroservices({ servers, env: { KAFKA_SESSION_SECONDS: '3' } });
    ({ namespace } = product.stored() as ServerData);
    api = product.api();
    await api.register();
    for (const title of ['First', 'Second', 'Third']) {
      const { session } = await uploadVideo(api, media, title);
      ids.push(session.id);
    }
    for (const id of ids) await api.untilReady(id);
    await api.save(ids[0]!, { title: 'Edited', description: 'By hand.' });
    await api.ask('POST', '/api/muxupload/re-generate-chapter', { passthrough: ids[1] });
    await api.untilReady(ids[1]!);
    await api.ask('POST', '/api/muxupload/generate-summary', { passthrough: ids[1] });
    await api.untilReady(ids[1]!);
    await api.ask('POST', '/api/muxupload/upload-omnisearch', { passthrough: ids[1] });
    await api.ask('POST', '/api/muxupload/update-base-search-prompt', { customPrompt: 'Be brief.' });
    for (const passthrough of ids.slice(1))
      await api.ask('POST', '/api/muxupload/video-cut', {
        passthrough,
        timeIn: '00:00:01',
        timeOut: '00:00:03',
      });
    await api.ask('DELETE', `/api/muxvideos/${ids.pop()!}`);
    await untilQuiet(product);
  });
  after(() => product.end().finally(() => giveBack()));

  for (const [service, topics] of Object.entries(topicsOf))
    it(`${service} reads all of ${topics.join(' and ')} once more, and nothing changes`, async () => {
      const stored = product.stored();
      const before = { data: await snapshot(stored, service), events: await eventIds(stored) };
      const process = product.process(service);
      await process.stop();
      for (const topic of topics) await replayAll(servers, namespace.name, service, topic);
      for (const topic of topics)
        assert.ok((await stored.lag(service, topic)) > 0, `${topic} is not read again`);
      await process.start();
      await untilQuiet(product);
      assert.deepEqual({ data: await snapshot(stored, service), events: await eventIds(stored) }, before);
    });

  it('commands behind poison of the same key are obeyed, and those of others', async () => {
    await allowLarge(namespace, 'upload.commands');
    const [one, other] = ids as [string, string];
    for (const poison of poisons('upload.save-details.v1')) {
      const title = `Behind ${poison.name}`;
      expectLetter('upload.commands', poison);
      await append(namespace, 'upload.commands', one, [poison]);
      const saved = await Promise.all([one, other].map((id) => api.save(id, { title })));
      assert.deepEqual(
        saved.map((video) => video.title),
        [title, title],
      );
    }
  });

  it('events behind poison of the same key are heard', async () => {
    await allowLarge(namespace, 'upload.events');
    const session = await api.openUpload();
    const all = poisons('upload.transcript-ready.v1');
    for (const poison of all) expectLetter('upload.events', poison);
    await append(namespace, 'upload.events', session.id, all);
    await sendFile(api, session.url, media);
    await api.save(session.id, { title: 'Behind all of them' });
    const { chapters } = await api.untilReady(session.id);
    assert.ok(chapters.length > 0);
  });

  it('each is a dead letter that says why, or was passed over', async () => {
    let letters: readonly StoredLetter[] = [];
    const areThere = async () => {
      letters = await product.stored().deadLetters();
      return letters.length >= provoked.length;
    };
    await until('the dead letters', areThere, lettersWithinMs).catch(() => undefined);
    const left = [...letters];
    for (const { group, topic, reason } of provoked) {
      const isIt = (letter: StoredLetter) =>
        letter.group === group && letter.topic === topic && reason.test(letter.error);
      const index = left.findIndex(isIt);
      assert.ok(
        index >= 0,
        `no dead letter of ${group} and ${topic} says ${String(reason)}: ${JSON.stringify(letters)}`,
      );
      left.splice(index, 1);
    }
    assert.deepEqual(left, [], 'there are dead letters of good messages');
  });

  it('leaves nothing lost, doubled or lying about', () => {
    const isExplained = (letter: StoredLetter) =>
      provoked.some(({ topic, reason }) => letter.topic === topic && reason.test(letter.error));
    return assertSound(product, { isExplained });
  });

  /** Everybody who reads the topic gives it up. */
  function expectLetter(topic: string, { reason, isForHandlers }: Poison): void {
    if (!reason) return;
    for (const [group, topics] of Object.entries(topicsOf)) {
      const isReader = (topics as readonly string[]).includes(topic);
      // Of the events that are poisoned here clip handles none.
      if (isReader && !(isForHandlers && group === 'clip')) provoked.push({ group, topic, reason });
    }
  }
});
