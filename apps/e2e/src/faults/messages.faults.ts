import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MomentRecord } from '@vault/contracts';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import type { Product } from '../testing/product/product.ts';
import { sendFile } from '../testing/api/send-file.ts';
import { registerWithRetry, uploadWithRetry } from '../testing/api/send-with-retry.ts';
import type { ServerData } from '../testing/stores/server-data.ts';
import type { ServerNamespace } from '../testing/stores/server-namespace.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import type { StoredDeadLetter } from '../testing/stores/stored-data.ts';
import { chooseSeed, isFullRun, sample, seeded } from '../testing/shared/random.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { borrowServers, type Servers } from '../testing/stores/test-servers.ts';
import { untilIdle } from '../testing/product/until-idle.ts';
import { until } from '../testing/shared/until.ts';
import { allowLarge, append, poisons, type Poison } from './messages/poison.ts';
import { eventIds, isLedgerWhole, outcomesOf, repeatInTime, replayAll, snapshot } from './messages/replay.ts';

const media = briefTalk();
const deadLettersTimeoutMs = 360_000;
const seed = chooseSeed();
/** Number of services whose topics are replayed; all of them in a full run. */
const maxServices = isFullRun ? Infinity : 2;

/** The topics that each service consumes; admin, which only forgets names, is not checked here. */
const topicsOf = {
  upload: ['upload.commands', 'chaptering.events'],
  chaptering: ['chaptering.commands', 'upload.events'],
  search: ['search.commands', 'upload.events', 'chaptering.events'],
  clip: ['clip.commands', 'upload.events'],
  portal: ['portal.commands', 'upload.events'],
  auth: ['auth.commands'],
} as const;

/** The command types in the topic of each service when it is replayed: all that apply to a video without failure. */
const commandTypesOf: Readonly<Record<string, readonly string[]>> = {
  upload: ['upload.save-details.v1', 'upload.delete-video.v1'],
  chaptering: [
    'chaptering.regenerate-chapters.v1',
    'chaptering.generate-summary.v1',
    'chaptering.save-chapters.v1',
    'chaptering.update-quotes.v1',
    'chaptering.update-search.v1',
  ],
  search: ['search.index-video.v1'],
  clip: ['clip.cut-clip.v1'],
  portal: ['portal.share-moment.v1', 'portal.edit-moment.v1'],
  auth: ['auth.update-quote-prompt.v1', 'auth.update-search-prompt.v1'],
};

describe(`replayed messages and poison messages, E2E_SEED=${String(seed)}`, () => {
  let servers: Servers;
  let releaseServers: () => Promise<void>;
  let product: Product;
  let namespace: ServerNamespace;
  let api: Api;
  const ids: string[] = [];
  const expectedLetters: { readonly group: string; readonly topic: string; readonly reason: RegExp }[] = [];

  before(async () => {
    ({ servers, releaseServers } = await borrowServers());
    product = await startMicroservices({ servers, env: { KAFKA_SESSION_SECONDS: '3' } });
    ({ namespace } = product.stored() as ServerData);
    api = product.api();
    await registerWithRetry(api);
    for (const title of ['First', 'Second', 'Third']) {
      ids.push(await uploadWithRetry(api, media, title));
    }
    for (const id of ids) await api.untilReady(id);
    await api.save(ids[0]!, { title: 'Edited', description: 'By hand.' });
    await api.ask('POST', '/api/muxupload/re-generate-chapter', { passthrough: ids[1] });
    await api.untilReady(ids[1]!);
    await api.ask('POST', '/api/muxupload/generate-summary', { passthrough: ids[1] });
    await api.untilReady(ids[1]!);
    await changeChapters(ids[0]!);
    await api.ask('POST', '/api/muxupload/upload-omnisearch', { passthrough: ids[1] });
    await api.ask('POST', '/api/muxupload/update-base-search-prompt', { customPrompt: 'Be brief.' });
    const quotePrompt = { customPrompt: 'Prefer numbers.', quoteCt: 2 };
    await api.ask('POST', '/api/muxupload/update-custom-prompt', quotePrompt);
    for (const passthrough of ids.slice(1)) {
      await api.ask('POST', '/api/muxupload/video-cut', {
        passthrough,
        timeIn: '00:00:01',
        timeOut: '00:00:03',
      });
      const span = { passthrough, kind: 'span', start: 1, end: 3 };
      const { id } = await api.ask<MomentRecord>('POST', '/api/moments', span);
      await api.ask('PATCH', `/api/moments/${id}`, { is_listed: true });
    }
    await api.ask('DELETE', `/api/muxvideos/${ids.pop()!}`);
    await untilIdle(product);
    await until('the ledger to hold every charge', () => isLedgerWhole(product.stored()));
  });
  after(async () => {
    try {
      await product.end();
    } finally {
      await releaseServers();
    }
  });

  for (const [service, topics] of sample(Object.entries(topicsOf), maxServices, seeded(seed)))
    it(`${service} reads all of ${topics.join(' and ')} again, and nothing changes`, async () => {
      const stored = product.stored();
      const [commands] = topics;
      const types = (await stored.messages([commands])).map(({ type }) => type);
      assert.deepEqual(new Set(types), new Set(commandTypesOf[service]), `the types in ${commands}`);
      const before = await readState(service);
      const process = product.process(service);
      await process.stop();
      const repeated = await repeatInTime(namespace, commands);
      for (const topic of topics) await replayAll(servers, namespace.name, service, topic);
      for (const topic of topics)
        assert.ok((await stored.lag(service, topic)) > 0, `${topic} is not replayed`);
      await process.start();
      await untilIdle(product);
      assert.deepEqual(await readState(service), before);
      const answered = await outcomesOf(stored);
      for (const id of repeated)
        assert.ok(answered.filter((each) => each === id).length >= 2, `${id} was not processed again`);
    });

  it('a poison message does not block later commands of the same key or of others', async () => {
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

  it('a poison message does not block later events of the same key', async () => {
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

  it('each poison message is skipped or becomes a dead letter with the reason', async () => {
    let letters: readonly StoredDeadLetter[] = [];
    const haveArrived = async () => {
      letters = withoutRepeats(await product.stored().deadLetters()).filter(({ group }) => group in topicsOf);
      return letters.length >= expectedLetters.length;
    };
    await until('the dead letters', haveArrived, deadLettersTimeoutMs).catch(() => undefined);
    const unmatchedLetters = [...letters];
    for (const { group, topic, reason } of expectedLetters) {
      const isIt = (letter: StoredDeadLetter) =>
        letter.group === group && letter.topic === topic && reason.test(letter.error);
      const index = unmatchedLetters.findIndex(isIt);
      assert.ok(
        index >= 0,
        `no dead letter of ${group} and ${topic} has the reason ${String(reason)}: ${JSON.stringify(letters)}`,
      );
      unmatchedLetters.splice(index, 1);
    }
    assert.deepEqual(unmatchedLetters, [], 'there are dead letters of valid messages');
  });

  it('leaves the stores consistent', () => {
    const isExpected = (letter: StoredDeadLetter) =>
      expectedLetters.some(({ topic, reason }) => letter.topic === topic && reason.test(letter.error));
    return assertConsistent(product, { isExpected });
  });

  /** Makes each kind of change to chapters once. */
  async function changeChapters(passthrough: string): Promise<void> {
    const { chapters, version } = await api.video(passthrough);
    const edited = [{ ...chapters[0]!, title: 'By hand', quote: ['Typed.'] }, ...chapters.slice(1)];
    await api.ask('PATCH', '/api/muxupload/save', { passthrough, chapters: edited, version });
    const range = { start: '00:00:00', end: '10:00:00' };
    const newQuotePrompt = 'About prices';
    await api.ask('POST', '/api/muxupload/update-quote', {
      passthrough,
      ...range,
      selIndex: 0,
      newQuotePrompt,
    });
    const newSearchPrompt = 'What is said about prices?';
    await api.ask('POST', '/api/muxupload/update-search', { passthrough, selIndex: 0, newSearchPrompt });
  }

  /** The state that a replay must not change: the documents of the service, the accounts, and the published events. */
  async function readState(service: string) {
    const stored = product.stored();
    const [data, accounts, events] = await Promise.all([
      snapshot(stored, service),
      snapshot(stored, 'auth'),
      eventIds(stored),
    ]);
    return { data, accounts, events };
  }

  /** Expects a dead letter of each consumer of the topic. */
  function expectLetter(topic: string, { reason, isForHandlers }: Poison): void {
    if (!reason) return;
    for (const [group, topics] of Object.entries(topicsOf)) {
      const isReader = (topics as readonly string[]).includes(topic);
      // Clip and portal handle none of the event types that are poisoned here.
      if (isReader && !(isForHandlers && ['clip', 'portal'].includes(group)))
        expectedLetters.push({ group, topic, reason });
    }
  }
});

/** The test's producer sends a record again when a slow broker stores 5 MB after its deadline. */
function withoutRepeats(letters: readonly StoredDeadLetter[]): readonly StoredDeadLetter[] {
  const isLarge = ({ error }: StoredDeadLetter) => /has \d+ bytes/.test(error);
  const large = new Map(letters.filter(isLarge).map((letter) => [`${letter.group} ${letter.topic}`, letter]));
  return [...letters.filter((letter) => !isLarge(letter)), ...large.values()];
}
