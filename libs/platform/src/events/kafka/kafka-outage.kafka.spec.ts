import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { makeMessage } from '../contract/make-message.ts';
import { newGroup } from '../contract/stage.ts';
import { until } from '../contract/until.ts';
import { createLogger } from '../../logging/logger.ts';
import type { KafkaEventBusOptions } from './kafka-event-bus.ts';
import { KafkaEventBus } from './kafka-event-bus.ts';
import { createTopic, quickOptions, silent, startKafka } from './kafka-harness.ts';

const server = await startKafka();
const LIMIT = 120_000;
const buses: KafkaEventBus[] = [];

function open(brokers: string, more: Partial<KafkaEventBusOptions> = {}): KafkaEventBus {
  const bus = new KafkaEventBus({ ...quickOptions(brokers, silent), sessionTimeout: 4000, ...more });
  buses.push(bus);
  return bus;
}

/** Publishes numbers under a few keys, each until Kafka has it; tells what was said in which order. */
class Speaker {
  readonly said = new Map<string, number[]>();
  refusals = 0;
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(bus: KafkaEventBus, topic: string) {
    this.#running = this.#speak(bus, topic);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  get count(): number {
    return [...this.said.values()].reduce((sum, { length }) => sum + length, 0);
  }

  async #speak(bus: KafkaEventBus, topic: string): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const key = `key-${String(n % 5)}`;
      const message = makeMessage(key, n);
      this.said.set(key, [...(this.said.get(key) ?? []), n]);
      while (!(await this.#isTaken(bus.publish(topic, [message])))) this.refusals += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  #isTaken(publishing: Promise<void>): Promise<boolean> {
    return publishing.then(
      () => true,
      () => false,
    );
  }
}

/** What a group heard, each number once, in the order of the first time. */
async function listen(bus: KafkaEventBus, topic: string) {
  const heard = new Map<string, number[]>();
  const subscription = await bus.subscribe({
    group: newGroup(),
    topics: [topic],
    handler: ({ message: { subject, data } }) => {
      const numbers = heard.get(subject) ?? [];
      if (!numbers.includes(Number(data))) heard.set(subject, [...numbers, Number(data)]);
      return Promise.resolve();
    },
  });
  return { heard, subscription };
}

const { brokers } = server;

describe('the bus while Kafka is away', () => {
  beforeAll(() => createTopic(brokers, { partitions: 1, name: 'dead-letters' }), LIMIT);
  afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())), LIMIT);
  afterAll(() => server.stop(), LIMIT);

  it(
    'goes on without a new bus when the server was killed, loses nothing and keeps the order',
    async () => {
      const topic = await createTopic(brokers);
      const bus = open(brokers);
      const { heard, subscription } = await listen(bus, topic);
      const speaker = new Speaker(bus, topic);
      await until(() => speaker.count > 50);
      await server.kill();
      await until(() => !subscription.isHealthy);
      await server.restart();
      const before = speaker.count;
      await until(() => speaker.count > before + 50 && subscription.isHealthy, 60_000);
      await speaker.end();
      await until(async () => (await subscription.lag()) === 0);
      expect(heard).toEqual(speaker.said);
    },
    LIMIT,
  );

  it(
    'says so in bounded time, is not healthy, and goes on when a server that hung goes on',
    async () => {
      const topic = await createTopic(brokers);
      const bus = open(brokers, { publishTimeout: 1000 });
      const { heard, subscription } = await listen(bus, topic);
      const speaker = new Speaker(bus, topic);
      await until(() => speaker.count > 20);
      await server.pause();
      await until(() => !subscription.isHealthy && speaker.refusals > 1);
      await expect(bus.publish(topic, [makeMessage('x')])).rejects.toThrow(/did not take/);
      await server.resume();
      const before = speaker.count;
      await until(() => speaker.count > before + 20 && subscription.isHealthy, 60_000);
      await speaker.end();
      await until(async () => (await subscription.lag()) === 0);
      heard.delete('x');
      expect(heard).toEqual(speaker.said);
    },
    LIMIT,
  );

  it(
    'keeps order and loses nothing when connections break again and again',
    async () => {
      const topic = await createTopic(brokers);
      const sockets = new Set<Socket>();
      const openSocket = ({ host, port }: { host: string; port: number }) => {
        const socket = connect({ host, port });
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        return socket;
      };
      const bus = open(brokers, { openSocket });
      const { heard, subscription } = await listen(open(brokers), topic);
      const speaker = new Speaker(bus, topic);
      for (let n = 0; n < 20; n += 1) {
        await until(() => sockets.size > 0);
        await new Promise((resolve) => setTimeout(resolve, 20 + 5 * n));
        for (const socket of sockets) socket.destroy(new Error('The connection was cut.'));
      }
      const before = speaker.count;
      await until(() => speaker.count > before + 20);
      await speaker.end();
      await until(async () => (await subscription.lag()) === 0);
      expect(heard).toEqual(speaker.said);
    },
    LIMIT,
  );

  it(
    'starts without a server, says it once, and joins when it comes',
    async () => {
      const topic = await createTopic(brokers);
      await server.kill();
      const lines: string[] = [];
      const destination = new Writable({
        write: (line: Buffer, _encoding, done) => {
          lines.push(line.toString());
          done();
        },
      });
      const complaints: string[] = [];
      const complain = (warning: Error) => complaints.push(warning.name);
      process.on('warning', complain);
      const bus = open(brokers, { logger: createLogger({ level: 'info', destination }) });
      // One that nobody uses any more knows it too, and that it is over.
      const quiet = open(brokers, { publishTimeout: 1000 });
      const inVain = expect(quiet.publish(topic, [makeMessage('a', 1)])).rejects.toThrow(/did not take/);
      const subscribing = performance.now();
      const { heard, subscription } = await listen(bus, topic);
      const publishing = performance.now();
      await expect(bus.publish(topic, [makeMessage('a', 1)])).rejects.toThrow(/did not take/);
      // It does not wait for the server as long as a publisher does.
      expect(publishing - subscribing).toBeLessThan(performance.now() - publishing);
      expect(subscription.isHealthy).toBe(false);
      await inVain;
      await until(() => bus.isAway && quiet.isAway);
      expect(lines.filter((line) => line.includes('"level":40'))).toHaveLength(2);
      await server.restart();
      await until(() => !bus.isAway && !quiet.isAway, 60_000);
      await until(() => subscription.isHealthy, 60_000);
      await bus.publish(topic, [makeMessage('b', 2)]);
      await until(() => heard.has('b'));
      expect(lines.some((line) => line.includes('"stack"'))).toBe(false);
      expect(lines.filter((line) => line.includes('possible again'))).toHaveLength(2);
      process.off('warning', complain);
      expect(complaints).not.toContain('TimeoutNegativeWarning');
    },
    LIMIT,
  );
});
