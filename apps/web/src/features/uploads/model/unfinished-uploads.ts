import { Listeners } from '../../../lib/state/listeners.ts';
import { uploadKeys } from './stored-uploads.ts';

/** A file whose upload was interrupted by a reload or by closing the tab. */
export interface UnfinishedUpload {
  /** The session id. */
  readonly id: string;
  readonly name: string;
  readonly totalBytes: number;
  /** That it belongs to; without one the own workspace. */
  readonly workspace?: string;
}

const maxUploads = 20;

function isEntry(value: unknown): value is UnfinishedUpload {
  const entry = value as Partial<UnfinishedUpload> | null;
  return (
    typeof entry?.id === 'string' && typeof entry.name === 'string' && typeof entry.totalBytes === 'number'
  );
}

/** The uploads of a user that were neither finished nor cancelled, stored so that they can be offered again. */
export class UnfinishedUploads {
  readonly #key: string;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  #entries: readonly UnfinishedUpload[] | undefined;

  constructor(userId: string) {
    this.#key = uploadKeys.unfinished(userId);
  }

  /** The same array until something changes, as React's external stores require. */
  readonly list = (): readonly UnfinishedUpload[] => {
    this.#entries ??= this.#read();
    return this.#entries;
  };

  add(entry: UnfinishedUpload): void {
    this.#write([...this.#read().filter(({ id }) => id !== entry.id), entry].slice(-maxUploads));
  }

  remove(id: string): void {
    this.#write(this.#read().filter((entry) => entry.id !== id));
  }

  clear(): void {
    this.#write([]);
  }

  #read(): UnfinishedUpload[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  }

  #write(entries: readonly UnfinishedUpload[]): void {
    this.#store(entries);
    this.#entries = entries;
    this.#listeners.notify();
  }

  #store(entries: readonly UnfinishedUpload[]): void {
    try {
      if (entries.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(entries));
    } catch {
      // Without storage an interrupted upload is simply not offered again.
    }
  }
}
