import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sourceFlags, until } from '@vault/base/testing';
import { makeMessage } from '../events/contract/make-message.ts';
import { KafkaEventBus } from './kafka-event-bus.ts';
import { createTopic, quickOptions, silent, startKafka } from './kafka-harness.ts';

const workerFile = fileURLToPath(new URL('./kafka-deaths.kill-worker.ts', import.meta.url));
const server = await startKafka();
const { brokers } = server;
const limitMs = 240_000;

describe('a member of a group on Kafka whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kafka-deaths-'));
  const bus = new KafkaEventBus(quickOptions(brokers, silent));
  beforeAll(() => createTopic(brokers, { partitions: 1, name: 'dead-letters' }), limitMs);
  afterAll(async () => {
    await bus.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }, limitMs);

  const fileOf = (topic: string) => join(folder, topic);
  const read = (topic: string) =>
    existsSync(fileOf(topic)) ? readFileSync(fileOf(topic), 'utf8').split('\n').filter(Boolean) : [];

  function start(topic: string) {
    const options = [...sourceFlags, workerFile, brokers, topic, fileOf(topic)];
    const worker = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'], env: {} });
    const ended = once(worker, 'exit').then(([code, signal]) => String(code ?? signal));
    return { worker, ended };
  }

  it(
    'gives a message up whose handler ends the process each time, and no other one',
    async () => {
      const topic = await createTopic(brokers);
      const texts = [...Array.from({ length: 30 }, (_, index) => `text ${String(index)}`)];
      texts.splice(3, 0, 'deadly');
      await bus.publish(
        topic,
        texts.map((text, index) => makeMessage(`key-${String(index % 12)}`, text)),
      );
      const ends: string[] = [];
      while (ends.at(-1) !== '0' && ends.length < 10) ends.push(await start(topic).ended);
      // The first death is of any message; then the starts are counted.
      expect(ends).toEqual([...Array<string>(6).fill('SIGKILL'), '0']);
      expect(await bus.deadLetters({ topic })).toMatchObject([
        { error: 'EndedProcessError: The process ended 5 times while it handled this message.' },
      ]);
      const expected = texts.map((text) => (text === 'deadly' ? 'given up: deadly' : text));
      expect([...new Set(read(topic))].sort()).toEqual(expected.sort());
    },
    limitMs,
  );

  it(
    'gives no message up when processes are killed at any time',
    async () => {
      const topic = await createTopic(brokers);
      const texts = Array.from({ length: 2000 }, (_, index) => `text ${String(index)}`);
      await bus.publish(
        topic,
        texts.map((text, index) => makeMessage(`key-${String(index % 50)}`, text)),
      );
      const pauses = [0, 30, 10, 60, 5, 20];
      for (const pause of pauses) {
        const before = read(topic).length;
        const { worker, ended } = start(topic);
        await until(() => read(topic).length > before);
        await sleep(pause);
        worker.kill('SIGKILL');
        expect(await ended).toBe('SIGKILL');
      }
      expect(await start(topic).ended).toBe('0');
      expect([...new Set(read(topic))].sort()).toEqual(texts.sort());
      expect(await bus.deadLetters({ topic })).toEqual([]);
    },
    limitMs,
  );
});
