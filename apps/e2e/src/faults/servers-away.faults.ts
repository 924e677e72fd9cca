import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../testing/api.ts';
import { assertSound } from '../testing/assert-sound.ts';
import { insist, tryOnce } from '../testing/insist.ts';
import { startOwnServers, type FragileServer, type OwnServers } from '../testing/own-servers.ts';
import type { ProductProcess } from '../testing/product-process.ts';
import type { Product } from '../testing/product.ts';
import { isFullRun } from '../testing/random.ts';
import { sendFile, uploadVideo } from '../testing/send-file.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import { briefTalk } from '../testing/talk.ts';
import { until } from '../testing/until.ts';
import { Titles } from './away/titles.ts';

const away = process.env.KAFKA_AWAY_SECONDS;
const kafkaHangsSeconds = Number(away ?? 20);
const kafkaIsDeadSeconds = Number(away ?? (isFullRun ? 60 : 20));
const mongoAwaySeconds = 10;
/** From the return of a server on. */
const normalWithinMs = 180_000;
const pollMs = 250;
const readAnsweredWithinMs = 15_000;
/** What a command waits for its outcome while nobody knows yet that Kafka is away. */
const commandDeadlineMs = 10_000;

const hang = (server: FragileServer) => ({ begin: () => server.pause(), end: () => server.resume() });
const die = (server: FragileServer) => ({ begin: () => server.kill(), end: () => server.restart() });
const itInFullRun = (title: string, test: () => Promise<void>) => {
  if (isFullRun) void it(title, test);
};

describe('servers go away and come back', () => {
  const media = briefTalk();
  let servers: OwnServers;
  let product: Product;
  let api: Api;
  let titles: Titles;
  /** Videos of all tests. */
  const sent: string[] = [];
  let pids: readonly number[];

  before(async () => {
    servers = await startOwnServers();
    product = await startMicroservices({ servers: servers.servers });
    pids = product.processes.map(({ pid }) => pid);
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, media, 'Title 0');
    await api.untilReady(session.id);
    titles = new Titles(api, session.id);
    sent.push(session.id);
  });
  after(async () => {
    try {
      await product.end();
    } finally {
      await servers.stop();
    }
  });

  itInFullRun(
    `Kafka hangs for ${String(kafkaHangsSeconds)} s: reads and uploads go on, commands hear so`,
    () => withoutKafka(hang(servers.kafka), kafkaHangsSeconds),
  );

  it(`Kafka is dead for ${String(kafkaIsDeadSeconds)} s: the same`, () =>
    withoutKafka(die(servers.kafka), kafkaIsDeadSeconds));

  it('nothing changed its place in a topic', () => titles.assertOrder(product.stored()));

  itInFullRun(`MongoDB hangs for ${String(mongoAwaySeconds)} s: everybody hears so`, () =>
    withoutMongo(hang(servers.mongod)),
  );

  it(`MongoDB is dead for ${String(mongoAwaySeconds)} s: the same`, () => withoutMongo(die(servers.mongod)));

  it('no process ended meanwhile', () => {
    assert.deepEqual(
      product.processes.map(({ pid }) => pid),
      pids,
    );
  });

  it('every video ends well, under its last title', async () => {
    for (const id of sent) await api.untilReady(id);
    assert.equal((await api.video(sent[0]!)).title, titles.latest);
  });

  it('leaves nothing lost, doubled or lying about', () => assertSound(product));

  async function withoutKafka(outage: Outage, seconds: number): Promise<void> {
    const gateway = product.process('gateway');
    const before = await uploadVideo(api, media, 'Under way when Kafka went');
    sent.push(before.session.id);
    await outage.begin();
    try {
      const saveInVain = async () =>
        assert.equal(await titles.saveNext(), false, 'a command was done without Kafka');
      await during(seconds, [() => read(true), saveInVain]);
      await until('all to be ready without Kafka', () => areAll((each) => each.isReady()));
      await until('the gateway to know that it is away', async () => !(await gateway.isWhole()));
      // Once it is known nobody waits for a deadline: many are refused sooner than one would be.
      const begin = performance.now();
      for (let times = 0; times < 10; times += 1) await saveInVain();
      assert.ok(performance.now() - begin < commandDeadlineMs, 'refused late');
      const session = await api.openUpload();
      await sendFile(api, session.url, media);
      sent.push(session.id);
    } finally {
      await outage.end();
    }
    await untilNormal();
  }

  async function withoutMongo(outage: Outage): Promise<void> {
    const session = await api.openUpload();
    sent.push(session.id);
    await outage.begin();
    try {
      let refused = 0;
      const count = async () => {
        if (!(await read(false))) refused += 1;
      };
      await during(mongoAwaySeconds, [
        count,
        async () => assert.equal(await titles.saveNext(), false, 'a command was done without MongoDB'),
        () => sendFile(api, session.url, media),
      ]);
      assert.ok(refused > 0, 'everything was answered without MongoDB');
    } finally {
      await outage.end();
    }
    await untilNormal();
  }

  /** Each again and again, beside the others, for so long. @throws what any of them throws */
  async function during(seconds: number, work: readonly (() => Promise<unknown>)[]): Promise<void> {
    const endAt = performance.now() + seconds * 1_000;
    const repeat = async (once: () => Promise<unknown>) => {
      while (performance.now() < endAt) {
        await once();
        await wait(pollMs);
      }
    };
    const ended = await Promise.allSettled(work.map(repeat));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  async function areAll(ask: (process: ProductProcess) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(product.processes.map(ask))).every(Boolean);
  }

  /** @returns whether it was answered with the list; if not, that was said in words and in time */
  async function read(isExpected: boolean): Promise<boolean> {
    const begin = performance.now();
    const answer = await tryOnce(api, 'GET', '/api/muxvideos?view=card');
    const ms = performance.now() - begin;
    assert.ok(ms < readAnsweredWithinMs, `a read was answered after ${ms.toFixed(0)} ms`);
    assert.ok(!answer || answer.status === 200, `a read was answered ${String(answer?.status)}`);
    if (isExpected) assert.ok(answer, 'a read was not answered');
    return answer !== undefined;
  }

  /** Everything of everybody works, reads and commands do; the latest title is one that was taken. */
  async function untilNormal(): Promise<void> {
    const back = performance.now();
    const isNormal = async () => {
      return (await areAll((each) => each.isWhole())) && (await read(false)) && (await titles.saveNext());
    };
    await until('all to be normal again', isNormal, normalWithinMs).catch(async (error: unknown) => {
      throw new Error((await Promise.all(product.processes.map(condition))).join('\n'), { cause: error });
    });
    // What was saved in time counts, and nothing that came too late.
    const { json } = await insist(api, 'GET', `/api/muxvideos/asset/${sent[0]!}`);
    assert.equal((json!.data as { title: string }).title, titles.latest);
    process.stdout.write(`normal again after ${((performance.now() - back) / 1_000).toFixed(1)} s\n`);
  }
});

/** What a process says of itself, and its last lines. */
async function condition({ name, origin, log }: ProductProcess): Promise<string> {
  const signal = AbortSignal.timeout(2_000);
  const ready = await fetch(`${origin}/readyz`, { signal }).then(
    (answer) => answer.text(),
    (error: unknown) => String(error),
  );
  return `── ${name}: ${ready}\n${log.tail()}`;
}

interface Outage {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
}
