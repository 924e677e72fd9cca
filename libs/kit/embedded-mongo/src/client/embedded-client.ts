import mongoose from 'mongoose';
import { refuseOtherMethods, UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { parseStoreLocation, type StoreLocation } from '../storage/store-location.ts';
import { Cursor } from './cursor.ts';
import { EmbeddedCollection } from './embedded-collection.ts';
import { acquireStore, releaseStore, type EmbeddedStore } from './embedded-store.ts';

/** The mongodb driver's `MongoClient` over one file. */
export class EmbeddedClient {
  private readonly location: StoreLocation;
  private store: EmbeddedStore | undefined;

  /** @param uri `sqlite:/absolute/file.sqlite` or `sqlite::memory:` */
  constructor(uri: string) {
    this.location = parseStoreLocation(uri);
  }

  connect(): Promise<this> {
    this.store ??= acquireStore(this.location);
    return Promise.resolve(this);
  }

  db(name?: string): EmbeddedDatabase {
    if (this.store === undefined) throw new Error(`The store ${this.location.file} is not open`);
    if (name !== undefined && name !== this.location.databaseName) {
      throw new UnsupportedOperatorError('a second database', 'one file is one database');
    }
    return new EmbeddedDatabase(this.store);
  }

  close(): Promise<void> {
    if (this.store !== undefined) releaseStore(this.location, this.store);
    this.store = undefined;
    return Promise.resolve();
  }
}

/** Collection options that would change the behaviour of a collection. */
const refusedOptions = ['capped', 'timeseries', 'viewOn', 'collation', 'validator', 'clusteredIndex'];

/** The mongodb driver's `Db` over one file. */
export class EmbeddedDatabase {
  private readonly store: EmbeddedStore;

  constructor(store: EmbeddedStore) {
    this.store = store;
  }

  get databaseName(): string {
    return this.store.databaseName;
  }

  collection(name: string): EmbeddedCollection {
    return new EmbeddedCollection(this.store, name);
  }

  /** Only `hello`, for the time. */
  command(command: Record<string, unknown>): Promise<{ localTime: Date }> {
    const others = Object.keys(command).filter((name) => name !== 'hello');
    if (others.length > 0 || command['hello'] === undefined)
      throw new UnsupportedOperatorError(`the command ${others.join(', ')}`);
    return Promise.resolve({ localTime: new Date() });
  }

  /** The names of all collections, without a filter. */
  listCollections(filter: object = {}): Cursor {
    if (Object.keys(filter).length > 0) throw new UnsupportedOperatorError('a filter of listCollections');
    const list = this.store.catalogue.names().map((name) => ({ name, type: 'collection' }));
    return new Cursor([list].values());
  }

  async createCollection(name: string, options: Record<string, unknown> = {}): Promise<EmbeddedCollection> {
    const refused = refusedOptions.find((option) => options[option] !== undefined);
    if (refused !== undefined) throw new UnsupportedOperatorError(`collection option ${refused}`);
    await this.store.file.writes.run(() => {
      if (this.store.catalogue.find(name) !== undefined) {
        throw serverError('NamespaceExists', `Collection ${this.databaseName}.${name} already exists.`);
      }
      this.store.catalogue.findOrCreate(name);
    });
    return this.collection(name);
  }
}

refuseOtherMethods(EmbeddedClient, mongoose.mongo.MongoClient);
refuseOtherMethods(EmbeddedDatabase, mongoose.mongo.Db);
