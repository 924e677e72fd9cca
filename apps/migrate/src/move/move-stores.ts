import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@vault/contracts';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose, type Connection, type mongo } from 'mongoose';
import { copyCollection, expiriesOf, hashCollection, type CollectionHash } from './copy-collection.ts';
import type { Progress } from './progress.ts';
import type { TargetDatabases } from './target-databases.ts';

/** Expired documents are not removed from the copies: about the longest pause that a timer allows. */
const neverSweeps = 'sweepSeconds=2000000';

/** The stores in the data folder of a stopped product, or copies of them in a work folder. */
export class StoreFiles {
  private constructor(private readonly connections: ReadonlyMap<ServiceName, Connection>) {}

  /** Makes no file: the store of a service that has none is empty. */
  static async open(folder: string, services: readonly ServiceName[]): Promise<StoreFiles> {
    const own = new Mongoose();
    own.setDriver(createEmbeddedDriver());
    const connections = new Map<ServiceName, Connection>();
    for (const service of services) {
      const file = join(folder, 'store', `${service}.sqlite`);
      const hasFile = existsSync(file) && statSync(file).size > 0;
      const location = hasFile ? file : ':memory:';
      const connection = await own.createConnection(`sqlite:${location}?${neverSweeps}`).asPromise();
      connections.set(service, connection);
    }
    return new StoreFiles(connections);
  }

  get services(): readonly ServiceName[] {
    return [...this.connections.keys()];
  }

  of(service: ServiceName): mongo.Db {
    const db = this.connections.get(service)?.db;
    if (!db) throw new Error(`The store of ${service} is not open.`);
    return db;
  }

  async collectionsOf(service: ServiceName): Promise<string[]> {
    return (await this.of(service).listCollections().toArray()).map(({ name }) => name);
  }

  async close(): Promise<void> {
    await Promise.all([...this.connections.values()].map((connection) => connection.close()));
  }
}

export async function moveStores(
  stores: StoreFiles,
  target: TargetDatabases,
  progress: Progress,
): Promise<void> {
  for (const service of stores.services)
    for (const name of await stores.collectionsOf(service))
      await copyCollection(name, stores.of(service), target.of(service), progress);
}

/** A collection on both sides. */
export interface ComparedCollection {
  /** `auth.users` */
  readonly name: string;
  readonly source: CollectionHash;
  readonly target: CollectionHash;
  readonly isSame: boolean;
}

/** Compares all collections, also those that only the target has. */
export async function compareStores(
  stores: StoreFiles,
  target: TargetDatabases,
): Promise<ComparedCollection[]> {
  const compared: ComparedCollection[] = [];
  for (const service of stores.services) {
    const names = [...(await stores.collectionsOf(service)), ...(await target.collectionsOf(service))];
    for (const each of await compareCollections(names, stores.of(service), target.of(service)))
      compared.push({ ...each, name: `${service}.${each.name}` });
  }
  return compared;
}

/** @param names may repeat */
export async function compareCollections(
  names: readonly string[],
  from: mongo.Db,
  to: mongo.Db,
): Promise<ComparedCollection[]> {
  const compared: ComparedCollection[] = [];
  for (const name of new Set(names)) {
    const hashOptions = { expiries: await expiriesOf(to, name), now: Date.now() };
    const source = await hashCollection(name, from, hashOptions);
    const target = await hashCollection(name, to, hashOptions);
    compared.push({ name, source, target, isSame: source.sha256 === target.sha256 });
  }
  return compared;
}
