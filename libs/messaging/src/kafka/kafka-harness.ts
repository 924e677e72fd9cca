import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { type Logger, createLogger } from '@vault/base';
import type { EventBusHarness } from '../events/contract/bus-fixture.ts';
import { ensureTopics } from './topics/ensure-topics.ts';
import { KafkaClient } from './connection/kafka-client.ts';
import type { KafkaEventBusOptions } from './kafka-event-bus.ts';
import { KafkaEventBus } from './kafka-event-bus.ts';

/** The server that `tools/servers/kafka.mjs` starts. */
export interface KafkaServer {
  brokers: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  restart(): Promise<void>;
}

interface KafkaTool {
  startKafka: () => Promise<KafkaServer>;
}

/** A bus whose connections can be cut, as if its process was killed. */
export interface Killable {
  bus: KafkaEventBus;
  kill(): void;
}

/** Starts a real server. @throws when this machine lacks a program that it needs */
export async function startKafka(): Promise<KafkaServer> {
  const tool = new URL('../../../../tools/servers/kafka.mjs', import.meta.url).href;
  const { startKafka: start } = (await import(tool)) as KafkaTool;
  return await start();
}

/** Settings that make tests of rebalances and of killed members quick. */
export function quickOptions(brokers: string, logger: Logger): KafkaEventBusOptions {
  return {
    brokers: [brokers],
    clientId: 'test',
    logger,
    closeTimeout: 200,
    sessionTimeout: 1500,
    heartbeatInterval: 50,
    commitInterval: 20,
    joinTimeout: 20_000,
  };
}

export const silent = createLogger({ level: process.env['KAFKA_TEST_LOG'] ?? 'silent' });

/** Opens a bus that can be killed. */
export function openKillable(options: KafkaEventBusOptions): Killable {
  const sockets = new Set<Socket>();
  let isDead = false;
  const bus = new KafkaEventBus({
    ...options,
    openSocket: ({ host, port }) => {
      const socket = connect({ host, port: isDead ? 1 : port });
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return socket;
    },
  });
  return {
    bus,
    kill: () => {
      isDead = true;
      for (const socket of sockets) socket.destroy(new Error('The connection was cut.'));
    },
  };
}

/** Creates a topic. */
export async function createTopic(
  brokers: string,
  { partitions = 3, name = `topic-${randomUUID()}`, configs = {} } = {},
): Promise<string> {
  const client = { brokers: [brokers], clientId: 'test', logger: silent };
  await ensureTopics(client, [{ name, partitions, replicationFactor: 1, retentionMs: 3_600_000, configs }]);
  return name;
}

/** Appends a record without the publisher's validation. */
export async function appendRaw(
  brokers: string,
  topic: string,
  record: { key: string; value: Buffer | null; headers?: Record<string, string> },
): Promise<void> {
  const producer = await new KafkaClient({
    brokers: [brokers],
    clientId: 'test',
    logger: silent,
  }).openProducer(topic);
  await producer.send([{ headers: {}, ...record }]);
  await producer.close();
}

/** Opens a bus for a test of the contract. */
export function openKafkaHarness(brokers: string): EventBusHarness {
  const old: Promise<void>[] = [];
  const open = () => openKillable(quickOptions(brokers, silent));
  let current = open();
  const harness: EventBusHarness = {
    bus: current.bus,
    createTopic: () => createTopic(brokers),
    publishRaw: (topic, key, text) => appendRaw(brokers, topic, { key, value: Buffer.from(text) }),
    async restart() {
      await harness.bus.close();
      current = open();
      harness.bus = current.bus;
    },
    crash() {
      current.kill();
      old.push(current.bus.close());
      current = open();
      harness.bus = current.bus;
      return Promise.resolve();
    },
    async dispose() {
      await Promise.all([harness.bus.close(), ...old]);
    },
  };
  return harness;
}
