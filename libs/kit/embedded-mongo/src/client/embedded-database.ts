import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { isTrue } from '../query/parse-condition.ts';
import { toExactValue } from '../values/bson.ts';
import { EmbeddedCollection } from './embedded-collection.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { ListCursor } from './list-cursor.ts';

type Document = Record<string, unknown>;

/** The mongodb driver's `Db` over one file. */
export class EmbeddedDatabase {
  readonly #store: EmbeddedStore;

  constructor(store: EmbeddedStore) {
    this.#store = store;
  }

  get databaseName(): string {
    return this.#store.databaseName;
  }

  collection(name: string): EmbeddedCollection {
    return new EmbeddedCollection(this.#store, name);
  }

  async createCollection(name: string, options: Document = {}): Promise<EmbeddedCollection> {
    const special = [
      'capped',
      'timeseries',
      'viewOn',
      'collation',
      'validator',
      'clusteredIndex',
      'expireAfterSeconds',
    ];
    const refused = special.find((option) => isTrue(toExactValue(options[option])));
    if (refused !== undefined) throw new UnsupportedOperatorError(`collection option ${refused}`);
    await this.#store.file.writes.run(() => {
      if (this.#store.catalogue.find(name) !== undefined) {
        throw serverError('NamespaceExists', `Collection ${this.databaseName}.${name} already exists.`);
      }
      this.#store.catalogue.findOrCreate(name);
    });
    return this.collection(name);
  }

  async dropCollection(name: string): Promise<boolean> {
    return this.collection(name).drop();
  }

  listCollections(): ListCursor {
    return new ListCursor(() =>
      this.#store.catalogue
        .names()
        .map((name) => ({ name, type: 'collection', options: {}, info: { readOnly: false } })),
    );
  }

  async collections(): Promise<EmbeddedCollection[]> {
    return Promise.resolve(this.#store.catalogue.names().map((name) => this.collection(name)));
  }

  async dropDatabase(): Promise<boolean> {
    return this.#store.file.writes.run(() => {
      for (const name of this.#store.catalogue.names()) this.#store.catalogue.drop(name);
      return true;
    });
  }

  /** Only `ping`: what a health check asks. */
  async command(command: Document): Promise<Document> {
    const [name] = Object.keys(command);
    if (name !== 'ping') throw new UnsupportedOperatorError(`command ${name ?? ''}`);
    this.#store.file.statement('SELECT 1').get();
    return Promise.resolve({ ok: 1 });
  }

  admin(): { ping: () => Promise<Document>; command: (command: Document) => Promise<Document> } {
    return { ping: () => this.command({ ping: 1 }), command: (command) => this.command(command) };
  }

  aggregate(): never {
    throw new UnsupportedOperatorError('aggregate on a database');
  }

  watch(): never {
    throw new UnsupportedOperatorError('watch');
  }
}
