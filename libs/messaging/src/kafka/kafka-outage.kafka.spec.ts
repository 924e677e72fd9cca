import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { until } from '@vault/base/testing';
import { createLogger } from '@vault/base';
import { makeMessage } from '../events/contract/make-message.ts';
import { newGroup } from '../events/contract/bus-fixture.ts';
import type { KafkaEventBusOptions } from './kafka-event-bus.ts';
import { KafkaEventBus } from './kafka-event-bus.ts';
import { createTopic, quickOptions, silent, startKafka } from './kafka-harness.ts';

const server = await startKafka();
const limitMs = 400_000;
const buses: KafkaEventBus[] = [];
const publishers: NumberPublisher[] = [];

function open(brokers: string, more: Partial<KafkaEventBusOptions> = {}): KafkaEventBus {
  const bus = new KafkaEventBus({ ...quickOptions(brokers, silent), sessionTimeout: 4000, ...more });
  buses.push(bus);
  return bus;
}

/** Publishes numbers under a few keys, retries each until Kafka accepts it, and records their order. */
class NumberPublisher {
  readonly published = new Map<string, number[]>();
  rejections = 0;
  private isEnded = false;
  private isAbandoned = false;
  private readonly running: Promise<void>;

  constructor(bus: KafkaEventBus, topic: string) {
    this.running = this.publishAll(bus, topic);
    publishers.push(this);
  }

  /** After a test that failed: a closed bus rejects at once, so retries would never end. */
  abandon(): void {
    this.isEnded = true;
    this.isAbandoned = true;
  }

  /** Waits until the last number is accepted. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.running;
  }

  get count(): number {
    return [...this.published.values()].reduce((sum, { length }) => sum + length, 0);
  }

  private async publishAll(bus: KafkaEventBus, topic: string): Promise<void> {
    for (let n = 0; !this.isEnded; n += 1) {
      const key = `key-${String(n % 5)}`;
      const message = makeMessage(key, n);
      this.published.set(key, [...(this.published.get(key) ?? []), n]);
      while (!(await this.isAccepted(bus.publish(topic, [message])))) {
        if (this.isAbandoned) return;
        this.rejections += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  private isAccepted(publishing: Promise<void>): Promise<boolean> {
    return publishing.then(
      () => true,
      () => false,
    );
  }
}

/** Subscribes a new group and collects each number once, in the order of its first delivery. */
async function collectNumbers(bus: KafkaEventBus, topic: string) {
  const received = new Map<string, number[]>();
  const subscription = await bus.subscribe({
    group: newGroup(),
    topics: [topic],
    handler: ({ message: { subject, data } }) => {
      const numbers = received.get(subject) ?? [];
      if (!numbers.includes(Number(data))) received.set(subject, [...numbers, Number(data)]);
      return Promise.resolve();
    },
  });
  return { received, subscription };
}

const { brokers } = server;

describe('the bus while Kafka is unavailable', () => {
  beforeAll(() => createTopic(brokers, { partitions: 1, name: 'dead-letters' }), limitMs);
  afterEach(async () => {
    for (const publisher of publishers.splice(0)) publisher.abandon();
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  }, limitMs);
  afterAll(() => server.stop(), limitMs);

  it(
    'continues with the same bus after the server was killed, loses nothing and keeps the order',
    async () => {
      const topic = await createTopic(brokers);
      const bus = open(brokers);
      const { received, subscription } = await collectNumbers(bus, topic);
      const publisher = new NumberPublisher(bus, topic);
      await until(() => publisher.count > 50);
      await server.kill();
      await until(() => !subscription.isHealthy);
      await server.restart();
      const before = publisher.count;
      await until(() => publisher.count > before + 50 && subscription.isHealthy);
      await publisher.end();
      await until(async () => (await subscription.lag()) === 0);
      expect(received).toEqual(publisher.published);
    },
    limitMs,
  );

  it(
    'rejects in bounded time and is unhealthy while the server hangs, and continues when it answers again',
    async () => {
      const topic = await createTopic(brokers);
      const bus = open(brokers, { publishTimeout: 1000 });
      const { received, subscription } = await collectNumbers(bus, topic);
      const publisher = new NumberPublisher(bus, topic);
      await until(() => publisher.count > 20);
      await server.pause();
      await until(() => !subscription.isHealthy && publisher.rejections > 1);
      await expect(bus.publish(topic, [makeMessage('x')])).rejects.toThrow(/did not accept/);
      await server.resume();
      const before = publisher.count;
      await until(() => publisher.count > before + 20 && subscription.isHealthy);
      await publisher.end();
      await until(async () => (await subscription.lag()) === 0);
      received.delete('x');
      expect(received).toEqual(publisher.published);
    },
    limitMs,
  );

  it(
    'keeps the order and loses nothing when connections break repeatedly',
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
      const { received, subscription } = await collectNumbers(open(brokers), topic);
      const publisher = new NumberPublisher(bus, topic);
      for (let n = 0; n < 20; n += 1) {
        await until(() => sockets.size > 0);
        await new Promise((resolve) => setTimeout(resolve, 20 + 5 * n));
        for (const socket of sockets) socket.destroy(new Error('The connection was cut.'));
      }
      const before = publisher.count;
      await until(() => publisher.count > before + 20);
      await publisher.end();
      await until(async () => (await subscription.lag()) === 0);
      expect(received).toEqual(publisher.published);
    },
    limitMs,
  );

  it(
    'starts without a server, logs that once, and joins when the server starts',
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
      const warnings: string[] = [];
      const recordWarning = (warning: Error) => warnings.push(warning.name);
      process.on('warning', recordWarning);
      const bus = open(brokers, { logger: createLogger({ level: 'info', destination }) });
      // A bus that is no longer used also notices the outage and its end.
      const unused = open(brokers, { publishTimeout: 1000 });
      const rejected = expect(unused.publish(topic, [makeMessage('a', 1)])).rejects.toThrow(/did not accept/);
      const subscribing = performance.now();
      const { received, subscription } = await collectNumbers(bus, topic);
      const publishing = performance.now();
      await expect(bus.publish(topic, [makeMessage('a', 1)])).rejects.toThrow(/did not accept/);
      // `subscribe` waits for the server for a shorter time than `publish`.
      expect(publishing - subscribing).toBeLessThan(performance.now() - publishing);
      expect(subscription.isHealthy).toBe(false);
      await rejected;
      await until(() => bus.isUnavailable && unused.isUnavailable);
      expect(lines.filter((line) => line.includes('"level":40'))).toHaveLength(2);
      await server.restart();
      await until(() => !bus.isUnavailable && !unused.isUnavailable);
      await until(() => subscription.isHealthy);
      await bus.publish(topic, [makeMessage('b', 2)]);
      await until(() => received.has('b'));
      expect(lines.some((line) => line.includes('"stack"'))).toBe(false);
      expect(lines.filter((line) => line.includes('possible again'))).toHaveLength(2);
      process.off('warning', recordWarning);
      expect(warnings).not.toContain('TimeoutNegativeWarning');
    },
    limitMs,
  );
});
