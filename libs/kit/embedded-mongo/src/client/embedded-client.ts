import { EventEmitter } from 'node:events';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { parseStoreLocation, type StoreLocation } from '../storage/store-location.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { acquireStore, releaseStore, type EmbeddedStore } from './embedded-store.ts';

/** The mongodb driver's `MongoClient` over one file. */
export class EmbeddedClient extends EventEmitter {
  readonly #location: StoreLocation;
  #store: EmbeddedStore | undefined;

  /** @param uri `sqlite:/absolute/file.sqlite` or `sqlite::memory:` */
  constructor(uri: string) {
    super();
    this.#location = parseStoreLocation(uri);
  }

  connect(): Promise<this> {
    this.#store ??= acquireStore(this.#location);
    return Promise.resolve(this);
  }

  db(name?: string): EmbeddedDatabase {
    if (this.#store === undefined) throw new Error(`The store ${this.#location.file} is not open`);
    if (name !== undefined && name !== this.#location.databaseName) {
      throw new UnsupportedOperatorError('a second database', 'one file is one database');
    }
    return new EmbeddedDatabase(this.#store);
  }

  close(): Promise<void> {
    if (this.#store !== undefined) releaseStore(this.#location, this.#store);
    this.#store = undefined;
    return Promise.resolve();
  }

  startSession(): never {
    throw new UnsupportedOperatorError('startSession', 'change one document in one atomic update instead');
  }

  withSession(): never {
    return this.startSession();
  }

  watch(): never {
    throw new UnsupportedOperatorError('watch');
  }
}
