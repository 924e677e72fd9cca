import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Mongoose, type Connection } from 'mongoose';
import { loadConfig, type Environment } from '@vault/base';
import {
  addModels,
  databaseNameOf,
  missingIndexes,
  type MongoAccess,
  mongoAccessOf,
  mongoConfig,
  problemOfVersion,
  readDataVersion,
  withAuthSource,
} from '@vault/store';
import type { ServiceDefinition } from './define-service.ts';
import { assertFolderVersion, storeFileOf } from '../infrastructure/data-folder.ts';
import { openEmbeddedStore } from '../infrastructure/embedded-infrastructure.ts';
import { hostConfig } from '../config/host.config.ts';

const serverWithinMs = 5_000;

/** The settings that locate stores; the operator's account can open every store. */
const storeConfig = hostConfig
  .pick({ DATA_DIR: true, NAMESPACE: true })
  .extend(mongoConfig.shape)
  .extend({ MONGO_ADMIN_URL: mongoConfig.shape.MONGO_URL });

/** The service that owns the store. */
export type StoreOwner = Pick<ServiceDefinition, 'name' | 'models'>;

/**
 * Opens the store of a service that does not run in this process, for an operator's command: on MongoDB if it is
 * configured, else the file in `DATA_DIR`, which only one process can have open.
 * @throws {ConfigError} naming every problem
 * @throws with an error message when the store does not exist, is in use, or lacks indexes
 */
export async function withStore<Result>(
  owner: StoreOwner,
  env: Environment,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { DATA_DIR, MONGO_URL, MONGO_ADMIN_URL, NAMESPACE, ...account } = loadConfig(storeConfig, env);
  const url = MONGO_ADMIN_URL ?? MONGO_URL;
  const connection = url
    ? await openOnServer(owner, mongoAccessOf(url, account), {
        isOperators: Boolean(MONGO_ADMIN_URL),
        namespace: NAMESPACE,
      })
    : await openFile(owner, resolve(DATA_DIR));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function openFile({ name, models = [] }: StoreOwner, dataDir: string): Promise<Connection> {
  const file = join(dataDir, storeFileOf(name));
  if (!existsSync(file)) throw new Error(`There is no ${file}. Start the product once, or set DATA_DIR.`);
  try {
    await assertFolderVersion(dataDir);
    const store = await openEmbeddedStore({ dataDir, service: name });
    addModels(store.connection, models);
    await store.prepareIndexes();
    return store.connection;
  } catch (cause) {
    if (!(cause instanceof Error && /locked|busy|another process/i.test(cause.message))) throw cause;
    throw new Error(`The product runs and has ${dataDir} open. Stop it, then run this again.`, { cause });
  }
}

interface ServerStore {
  /** Whether the account is the operator's; a service's account is defined in the database of the service. */
  readonly isOperators: boolean;
  readonly namespace: string | undefined;
}

async function openOnServer(
  { name, models = [] }: StoreOwner,
  { url, options }: MongoAccess,
  { isOperators, namespace }: ServerStore,
): Promise<Connection> {
  const dbName = databaseNameOf(name, namespace);
  const connection = new Mongoose().createConnection(isOperators ? url : withAuthSource(url, dbName), {
    ...options,
    dbName,
    autoIndex: false,
    autoCreate: false,
    writeConcern: { w: 'majority' },
    serverSelectionTimeoutMS: serverWithinMs,
    connectTimeoutMS: serverWithinMs,
    socketTimeoutMS: serverWithinMs,
  });
  addModels(connection, models);
  try {
    await connection.asPromise();
    const found = (connection.db && (await readDataVersion(connection.db))) ?? 1;
    const problem = problemOfVersion(found, {
      what: `The data of ${name} are`,
      toUpgrade: 'run the migrate command first',
    });
    if (problem !== undefined) throw new Error(`${problem}.`);
    const missing = await missingIndexes(connection);
    if (missing.length === 0) return connection;
    throw new Error(`The store of ${name} lacks indexes: run the migrate command first.`);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
