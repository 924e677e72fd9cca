import { serverError } from '../errors/server-error.ts';
import { idIndex, type CollectionStore } from '../storage/collection-store.ts';
import { parseIndexDefinition } from '../storage/index-definition.ts';
import { toCallerValue, toExact } from '../values/bson.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { ListCursor } from './list-cursor.ts';

type Document = Record<string, unknown>;
type IndexDescription = Document & { key: object };

/** The part of a collection that is about its indexes. */
export class CollectionIndexes {
  readonly store: EmbeddedStore;
  readonly collectionName: string;

  constructor(store: EmbeddedStore, collectionName: string) {
    this.store = store;
    this.collectionName = collectionName;
  }

  get namespace(): string {
    return `${this.store.databaseName}.${this.collectionName}`;
  }

  async createIndex(key: unknown, options: Document = {}): Promise<string> {
    const [name] = await this.createIndexes([{ ...options, key: keyOf(key) }]);
    return name as string;
  }

  /** All of them in one transaction: a crash leaves none of them half made. */
  async createIndexes(descriptions: IndexDescription[]): Promise<string[]> {
    const sources = descriptions.map((description) => toExact(description));
    const names = sources.map((source) => parseIndexDefinition(source).name);
    await this.store.file.writes.run(() => {
      const collection = this.store.catalogue.findOrCreate(this.collectionName);
      for (const source of sources) collection.addIndex(source);
    });
    return names;
  }

  async dropIndex(name: string): Promise<Document> {
    return this.store.file.writes.run(() => {
      const collection = this.#found();
      if (name === idIndex.name) throw serverError('InvalidOptions', 'cannot drop _id index');
      const index = collection.indexes.find(({ definition }) => definition.name === name);
      if (index === undefined) throw serverError('IndexNotFound', `index not found with name [${name}]`);
      collection.dropIndex(index);
      return { ok: 1 };
    });
  }

  async dropIndexes(): Promise<boolean> {
    return this.store.file.writes.run(() => {
      const collection = this.#found();
      for (const index of [...collection.indexes]) collection.dropIndex(index);
      return true;
    });
  }

  listIndexes(): ListCursor {
    return new ListCursor(() => {
      const sources = [idIndex, ...this.#found().indexes.map(({ definition }) => definition)];
      return sources.map(({ source }) => ({ v: 2, ...(toCallerValue(source) as Document) }));
    });
  }

  async indexes(): Promise<Document[]> {
    return this.listIndexes().toArray();
  }

  async indexExists(names: string | string[]): Promise<boolean> {
    const known = (await this.indexes()).map(({ name }) => name);
    return [names].flat().every((name) => known.includes(name));
  }

  /** Fields of each index by its name. */
  async indexInformation(): Promise<Document> {
    const indexes = await this.indexes();
    return Object.fromEntries(
      indexes.map(({ name, key }) => [name as string, Object.entries(key as object)]),
    );
  }

  #found(): CollectionStore {
    const found = this.store.catalogue.find(this.collectionName);
    if (found === undefined) throw serverError('NamespaceNotFound', `ns does not exist: ${this.namespace}`);
    return found;
  }
}

function keyOf(key: unknown): object {
  if (typeof key === 'string') return { [key]: 1 };
  if (!Array.isArray(key)) return key as object;
  return new Map(
    key.map((entry: unknown) => (Array.isArray(entry) ? (entry as [string, unknown]) : [String(entry), 1])),
  );
}
