import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serviceNames, type ServiceName } from '@vault/contracts';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import mongoose, { Mongoose, type Connection } from 'mongoose';
import { EmbeddedLog } from '../events/embedded/embedded-log.ts';
import { addModels, type Models, type ServiceStore } from '../store/service-store.ts';
import type { Infrastructure, InfrastructureOptions } from './infrastructure.ts';
import { makeSocketFolder } from './socket-folder.ts';

/** Longest wait for running message handlers when the process stops, in milliseconds. */
const handlersWithinMs = 5_000;

/** Another process could neither see the embedded log nor the embedded stores. */
export function assertWholeProduct(services: readonly ServiceName[]): void {
  const missing = serviceNames.filter((name) => !services.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `The embedded log and stores serve one process only, so all services must run in it; missing: ${missing.join(', ')}. ` +
      'Set KAFKA_BROKERS and MONGO_URL to run a part of them.',
  );
}

/** Everything in this process and in the files of `DATA_DIR`. */
export function createEmbeddedInfrastructure({ config, logger }: InfrastructureOptions): Infrastructure {
  const dataDir = resolve(config.DATA_DIR);
  // Before the log: its folder must be there.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const bus = new EmbeddedLog({ file: join(dataDir, 'log.sqlite'), logger, closeTimeout: handlersWithinMs });
  const socketDir = makeSocketFolder();
  const address = `unix:${join(socketDir, 'rpc.sock')}`;
  const own = embeddedMongoose();
  const stores: ServiceStore[] = [];
  return {
    bus,
    rpcListenAddress: address,
    rpcAddressOf: () => address,
    rpcSecrets: [],
    replicaId: 'local',
    buildsIndexes: true,
    adapters: { messages: 'sqlite', stores: 'sqlite' },
    openStore: async (service, models) => {
      const store = await openEmbeddedStore({ dataDir, service, models, own });
      stores.push(store);
      return store;
    },
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
  readonly models: Models;
  /** Several stores of one process may share theirs. */
  readonly own?: Mongoose;
}

/** The file in which a service keeps its data. @throws when another process has it open */
export async function openEmbeddedStore({
  dataDir,
  service,
  models,
  own = embeddedMongoose(),
}: EmbeddedStoreOptions): Promise<ServiceStore> {
  const storeDir = join(dataDir, 'store');
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  const store = storeOf(own.createConnection(`sqlite:${join(storeDir, `${service}.sqlite`)}`));
  await store.connection.asPromise();
  addModels(store.connection, models);
  return store;
}

function embeddedMongoose(): Mongoose {
  const own = new Mongoose();
  own.setDriver(createEmbeddedDriver());
  return own;
}

function storeOf(connection: Connection): ServiceStore {
  return {
    connection,
    isReady: () => Promise.resolve(connection.readyState === mongoose.ConnectionStates.connected),
    hasIndexes: () => true,
    close: () => connection.close(),
  };
}
