import { fingerprintFile } from './fingerprint-file.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was remembered about a file's upload. */
export interface RememberedUpload<Session> {
  /** The session's url, for {@link UploadOptions.resumeFrom}. */
  endpoint: string;
  /** Whatever else belongs to the session. */
  session: Session;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

/** Remembers, across reloads, which session a file was being uploaded to. Works as if empty when storage is not to be had. */
export interface ResumableStore<Session> {
  /** What is known of this very file; undefined when nothing, or when it is too old. */
  find(file: File): Promise<RememberedUpload<Session> | undefined>;
  /** Keeps (or replaces) what is known of this file. */
  remember(file: File, endpoint: string, session: Session): Promise<void>;
  /** To be called once the file has arrived. */
  forget(file: File): Promise<void>;
  /** To be called when somebody signs out: urls of sessions carry the right to write to them. */
  clear(): void;
}

/** How to remember. */
export interface ResumableStoreOptions<Session> {
  /** Recognises a session read back; whatever it refuses is dropped. */
  isSession: (value: unknown) => value is Session;
  /** The storage key; default `uploads`. Put the user's id in it where several people share a browser. */
  key?: string;
  /** Default `localStorage`. */
  storage?: Storage;
  /** Default one day. */
  maxAgeMs?: number;
  /** Older ones make room; default 20. */
  maxEntries?: number;
  now?: () => number;
}

type Entries<Session> = Map<string, RememberedUpload<Session>>;

/** Makes a store over the browser's local storage. */
export function createResumableStore<Session>(
  options: ResumableStoreOptions<Session>,
): ResumableStore<Session> {
  return new StorageBackedStore(options);
}

class StorageBackedStore<Session> implements ResumableStore<Session> {
  readonly #isSession: (value: unknown) => value is Session;
  readonly #key: string;
  readonly #storage: Storage | undefined;
  readonly #maxAgeMs: number;
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor(options: ResumableStoreOptions<Session>) {
    this.#isSession = options.isSession;
    this.#key = options.key ?? 'uploads';
    this.#storage = options.storage ?? attempt(() => localStorage);
    this.#maxAgeMs = options.maxAgeMs ?? DAY_MS;
    this.#maxEntries = options.maxEntries ?? 20;
    this.#now = options.now ?? Date.now;
  }

  async find(file: File): Promise<RememberedUpload<Session> | undefined> {
    const print = await printOf(file);
    return print === undefined ? undefined : this.#read().get(print);
  }

  async remember(file: File, endpoint: string, session: Session): Promise<void> {
    const print = await printOf(file);
    if (print === undefined) return;
    const entries = this.#read();
    entries.delete(print);
    entries.set(print, { endpoint, session, savedAt: this.#now() });
    this.#write(entries);
  }

  async forget(file: File): Promise<void> {
    const print = await printOf(file);
    const entries = this.#read();
    if (print !== undefined && entries.delete(print)) this.#write(entries);
  }

  clear(): void {
    attempt(() => this.#storage?.removeItem(this.#key));
  }

  /** Oldest first. Read afresh each time, since other tabs write too. */
  #read(): Entries<Session> {
    const stored = attempt(() => JSON.parse(this.#storage?.getItem(this.#key) ?? '[]') as unknown);
    const rows: unknown[] = Array.isArray(stored) ? stored : [];
    return new Map(rows.filter((row): row is [string, RememberedUpload<Session>] => this.#isEntry(row)));
  }

  #isEntry(row: unknown): boolean {
    if (!Array.isArray(row) || typeof row[0] !== 'string') return false;
    const value: unknown = row[1];
    if (typeof value !== 'object' || value === null) return false;
    const { endpoint, session, savedAt } = value as Record<string, unknown>;
    if (typeof endpoint !== 'string' || typeof savedAt !== 'number' || !this.#isSession(session))
      return false;
    const ageMs = this.#now() - savedAt;
    return ageMs >= 0 && ageMs <= this.#maxAgeMs;
  }

  /** A full storage loses the oldest first, and at worst remembers nothing. */
  #write(entries: Entries<Session>): void {
    const rows = [...entries].slice(-this.#maxEntries);
    for (let from = 0; from < rows.length; from += 1) {
      const text = JSON.stringify(rows.slice(from));
      if (attempt(() => (this.#storage?.setItem(this.#key, text), true))) return;
    }
    this.clear();
  }
}

async function printOf(file: File): Promise<string | undefined> {
  try {
    return await fingerprintFile(file);
  } catch {
    // The upload itself will tell the user that the file cannot be read.
    return undefined;
  }
}

/** Storage can be forbidden, full or broken; then the upload goes on without being remembered. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
