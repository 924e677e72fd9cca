import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import {
  registerWithRetry,
  sendWithRetry,
  tryOnce,
  uploadWithRetry,
} from '../testing/api/send-with-retry.ts';
import { startOwnServers, type BreakableServer, type OwnServers } from '../testing/stores/own-servers.ts';
import type { ProductProcess } from '../testing/product/product-process.ts';
import type { Product } from '../testing/product/product.ts';
import { sendFile } from '../testing/api/send-file.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { until } from '../testing/shared/until.ts';
import { Titles } from './away/titles.ts';

const away = process.env.KAFKA_AWAY_SECONDS;
const kafkaHangSeconds = Number(away ?? 20);
const kafkaDeadSeconds = Number(away ?? 60);
const mongoAwaySeconds = 10;
/** Timeout for recovery, from the return of the server. */
const recoveryTimeoutMs = 180_000;
const pollMs = 250;
const maxReadMs = 15_000;
/** The gateway's deadline for the outcome of a command, before it detects that Kafka is away. */
const commandDeadlineMs = 10_000;

const hang = (server: BreakableServer) => ({ begin: () => server.pause(), end: () => server.resume() });
const die = (server: BreakableServer) => ({ begin: () => server.kill(), end: () => server.restart() });

describe('outages of Kafka and MongoDB', () => {
  const media = briefTalk();
  let servers: OwnServers;
  let product: Product;
  let api: Api;
  let titles: Titles;
  /** The uploaded videos of all tests. */
  const uploaded: string[] = [];
  let pids: readonly number[];

  before(async () => {
    servers = await startOwnServers();
    product = await startMicroservices({ servers: servers.servers });
    pids = product.processes.map(({ pid }) => pid);
    api = product.api();
    await registerWithRetry(api);
    const id = await uploadWithRetry(api, media, 'Title 0');
    await api.untilReady(id);
    titles = new Titles(api, id);
    uploaded.push(id);
  });
  after(async () => {
    try {
      await product.end();
    } finally {
      await servers.stop();
    }
  });

  it(`Kafka hangs for ${String(kafkaHangSeconds)} s: reads and uploads continue, commands fail with a message`, () =>
    withoutKafka(hang(servers.kafka), kafkaHangSeconds));

  it(`Kafka is dead for ${String(kafkaDeadSeconds)} s: reads and uploads continue, commands fail with a message`, () =>
    withoutKafka(die(servers.kafka), kafkaDeadSeconds));

  it('messages kept their order in the topic', () => titles.assertOrder(product.stored()));

  it(`MongoDB hangs for ${String(mongoAwaySeconds)} s: calls fail with a message`, () =>
    withoutMongo(hang(servers.mongod)));

  it(`MongoDB is dead for ${String(mongoAwaySeconds)} s: calls fail with a message`, () =>
    withoutMongo(die(servers.mongod)));

  it('no process exited meanwhile', () => {
    assert.deepEqual(
      product.processes.map(({ pid }) => pid),
      pids,
    );
  });

  it('every video becomes ready, with its last title', async () => {
    for (const id of uploaded) await api.untilReady(id);
    assert.equal((await api.video(uploaded[0]!)).title, titles.latest);
  });

  it('leaves the stores consistent', () => assertConsistent(product));

  async function withoutKafka(outage: Outage, seconds: number): Promise<void> {
    const gateway = product.process('gateway');
    uploaded.push(await uploadWithRetry(api, media, 'In progress when Kafka failed'));
    await outage.begin();
    try {
      const failToSave = async () =>
        assert.equal(await titles.saveNext(), false, 'a command succeeded without Kafka');
      await during(seconds, [() => read(true), failToSave]);
      await until('all processes to be ready without Kafka', () => areAll((each) => each.isReady()));
      await until('the gateway to detect the outage', async () => !(await gateway.isFullyReady()));
      // After detection commands fail at once: ten take less time than one deadline.
      const begin = performance.now();
      for (let times = 0; times < 10; times += 1) await failToSave();
      assert.ok(performance.now() - begin < commandDeadlineMs, 'refused late');
      const session = await api.openUpload();
      await sendFile(api, session.url, media);
      uploaded.push(session.id);
    } finally {
      await outage.end();
    }
    await untilRecovered();
  }

  async function withoutMongo(outage: Outage): Promise<void> {
    const session = await api.openUpload();
    uploaded.push(session.id);
    await outage.begin();
    try {
      let refused = 0;
      const count = async () => {
        if (!(await read(false))) refused += 1;
      };
      await during(mongoAwaySeconds, [
        count,
        async () => assert.equal(await titles.saveNext(), false, 'a command succeeded without MongoDB'),
        () => sendFile(api, session.url, media),
      ]);
      assert.ok(refused > 0, 'everything was answered without MongoDB');
    } finally {
      await outage.end();
    }
    await untilRecovered();
  }

  /** Runs each function repeatedly, all concurrently, for some seconds. @throws the first error */
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

  async function areAll(check: (process: ProductProcess) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(product.processes.map(check))).every(Boolean);
  }

  /** Reads the library. @returns false for a 503 with a message; throws for any other failure or a late answer */
  async function read(isExpected: boolean): Promise<boolean> {
    const begin = performance.now();
    const answer = await tryOnce(api, 'GET', '/api/muxvideos?view=card');
    const ms = performance.now() - begin;
    assert.ok(ms < maxReadMs, `a read was answered after ${ms.toFixed(0)} ms`);
    assert.ok(!answer || answer.status === 200, `a read was answered ${String(answer?.status)}`);
    if (isExpected) assert.ok(answer, 'a read was not answered');
    return answer !== undefined;
  }

  /** Waits until all processes, reads and commands work again, and asserts that the title is the last saved one. */
  async function untilRecovered(): Promise<void> {
    const begin = performance.now();
    const isRecovered = async () => {
      return (
        (await areAll((each) => each.isFullyReady())) && (await read(false)) && (await titles.saveNext())
      );
    };
    await until('all processes to recover', isRecovered, recoveryTimeoutMs).catch(async (error: unknown) => {
      throw new Error((await Promise.all(product.processes.map(describeProcess))).join('\n'), {
        cause: error,
      });
    });
    // Commands that were answered late must not be applied afterwards.
    const { json } = await sendWithRetry(api, 'GET', `/api/muxvideos/asset/${uploaded[0]!}`);
    assert.equal((json!.data as { title: string }).title, titles.latest);
    process.stdout.write(`recovered after ${((performance.now() - begin) / 1_000).toFixed(1)} s\n`);
  }
});

/** The readiness of a process and the end of its log. */
async function describeProcess({ name, origin, log }: ProductProcess): Promise<string> {
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
