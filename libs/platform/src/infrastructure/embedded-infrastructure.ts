import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { deadLettersTopic, serviceNames, topicSettings, type ServiceName } from '@vault/contracts';
import { createEmbeddedDriver, failureOf } from '@vault/embedded-mongo';
import mongoose, { Mongoose } from 'mongoose';
import { EmbeddedLog, type RetentionBounds } from '@vault/messaging/embedded';
import { noSecurity } from '@vault/rpc';
import type { ServiceStore } from '@vault/store';
import { logFile, prepareDataFolder, storeFileOf } from './data-folder.ts';
import type { Infrastructure, InfrastructureOptions } from './infrastructure-port.ts';
import { makeSocketFolder } from './socket-folder.ts';

/** Maximum wait for running message handlers when the process stops, in milliseconds. */
const handlersWithinMs = 5_000;

/** Only one process can open the embedded log and stores, so all services must run in it. */
export function assertWholeProduct(services: readonly ServiceName[]): void {
  const missing = serviceNames.filter((name) => !services.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `The embedded log and stores serve one process only, so all services must run in it; missing: ${missing.join(', ')}. ` +
      'Set KAFKA_BROKERS and MONGO_URL to run a part of them.',
  );
}

/**
 * Default deadline of calls within one process, in milliseconds. No service can fail alone, so a late answer means a
 * busy machine, and an early error would only make it busier.
 */
const rpcDeadlineMs = 10_000;

/** Adapters that run in this process and store their data in `DATA_DIR`. */
export async function createEmbeddedInfrastructure({
  config,
  stores: owners,
  logger,
}: InfrastructureOptions): Promise<Infrastructure> {
  const dataDir = resolve(config.DATA_DIR);
  await prepareDataFolder(dataDir, owners);
  const file = join(dataDir, logFile);
  const bus = new EmbeddedLog({ file, logger, retentionOf, closeTimeout: handlersWithinMs });
  const socketDir = makeSocketFolder();
  const address = `unix:${join(socketDir, 'rpc.sock')}`;
  const own = embeddedMongoose();
  const stores: ServiceStore[] = [];
  return {
    bus,
    rpcListenAddress: address,
    rpcAddressOf: () => address,
    rpcSecurity: noSecurity,
    rpcDeadlineMs,
    replicaId: 'local',
    adapters: { messages: 'sqlite', stores: 'sqlite' },
    openStore: async (service) => {
      const store = await openEmbeddedStore({ dataDir, service, own });
      stores.push(store);
      return store;
    },
    isSound: () => bus.isSound,
    close: async () => {
      try {
        await bus.close();
      } finally {
        await Promise.all(stores.map((store) => store.close()));
        rmSync(socketDir, { recursive: true, force: true });
      }
    },
  };
}

export interface EmbeddedStoreOptions {
  readonly dataDir: string;
  readonly service: ServiceName;
  /** A Mongoose instance that several stores of one process may share. */
  readonly own?: Mongoose;
}

/** Commands contain text of people: neither unread ones nor dead letters of them are kept for longer. */
function retentionOf(topic: string): RetentionBounds {
  const { retentionMs: readFor } = topicSettings(topic);
  const isOfEvents = topic.endsWith('.events');
  return { readFor, atMost: isOfEvents ? topicSettings(deadLettersTopic).retentionMs : readFor };
}

/** Opens the file with the data of a service. @throws when another process has it open */
export async function openEmbeddedStore({
  dataDir,
  service,
  own = embeddedMongoose(),
}: EmbeddedStoreOptions): Promise<ServiceStore> {
  const file = join(dataDir, storeFileOf(service));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const store = storeOf(own, `sqlite:${file}`);
  await store.connection.asPromise();
  return store;
}

function embeddedMongoose(): Mongoose {
  const own = new Mongoose();
  own.setDriver(createEmbeddedDriver());
  return own;
}

function storeOf(own: Mongoose, uri: string): ServiceStore {
  const connection = own.createConnection(uri);
  return {
    connection,
    isSound: () => failureOf(uri) === undefined,
    isReady: () => Promise.resolve(connection.readyState === mongoose.ConnectionStates.connected),
    prepareIndexes: async () => {
      await Promise.all(Object.values(connection.models).map((model) => model.init()));
    },
    hasIndexes: () => true,
    close: () => connection.close(),
  };
}
