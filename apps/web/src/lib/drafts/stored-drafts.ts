/** Stores what the server does not have yet, so that it survives a reload. */
export interface DraftStorage<Draft> {
  /** The stored drafts of this page and of others. */
  read(): Draft[];
  /** Replaces the drafts that this page has stored; those of other pages stay. @returns whether they are stored */
  write(drafts: readonly Draft[]): boolean;
}

/** What is stored under one prefix. */
export interface DraftKind<Draft> {
  /** Before the id of the video. */
  readonly prefix: string;
  /** The name of the list in what is stored. */
  readonly list: string;
  /** Equal for drafts that replace each other. */
  readonly keyOf: (draft: Draft) => string;
  /** Whether a stored value is a draft. Storage is not trusted. */
  readonly isDraft: (value: unknown) => value is Draft;
}

const version = 1;
/** Limits: characters of one video's drafts, and videos with drafts. All features share the small storage. */
const sizeLimit = 400_000;
const videosLimit = 20;

/** The drafts of one video in the browser's storage. */
export class StoredDrafts<Draft> implements DraftStorage<Draft> {
  readonly #kind: DraftKind<Draft>;
  readonly #key: string;
  /** The keys of the drafts that this page has stored. */
  #own = new Set<string>();

  constructor(kind: DraftKind<Draft>, videoId: string) {
    this.#kind = kind;
    this.#key = `${kind.prefix}${videoId}`;
  }

  read(): Draft[] {
    const drafts = this.#stored();
    this.#own = new Set(drafts.map(this.#kind.keyOf));
    return drafts;
  }

  write(drafts: readonly Draft[]): boolean {
    const { keyOf } = this.#kind;
    const others = this.#stored().filter((draft) => !this.#own.has(keyOf(draft)));
    this.#own = new Set(drafts.map(keyOf));
    const all = [...others.filter((draft) => !this.#own.has(keyOf(draft))), ...drafts];
    try {
      if (all.length === 0) localStorage.removeItem(this.#key);
      else this.#store(all);
      return true;
    } catch (error) {
      console.warn('Unsaved changes could not be stored and would be lost on a reload.', error);
      return false;
    }
  }

  #stored(): Draft[] {
    const { list, isDraft } = this.#kind;
    const drafts = parse(this.#key)?.[list];
    return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
  }

  #store(drafts: readonly Draft[]): void {
    const text = JSON.stringify({ version, at: Date.now(), [this.#kind.list]: drafts });
    if (text.length > sizeLimit) throw new Error('They exceed the size limit.');
    this.#evictOthers();
    localStorage.setItem(this.#key, text);
  }

  /** Removes the oldest drafts of other videos when there are too many. */
  #evictOthers(): void {
    const others = Object.keys(localStorage)
      .filter((other) => other.startsWith(this.#kind.prefix) && other !== this.#key)
      .map((other) => ({ other, at: Number(parse(other)?.['at']) || 0 }))
      .sort((one, next) => next.at - one.at);
    for (const { other } of others.slice(videosLimit - 1)) localStorage.removeItem(other);
  }
}

function parse(key: string): Readonly<Record<string, unknown>> | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
    return stored?.['version'] === version ? stored : null;
  } catch (error) {
    console.warn('Stored drafts could not be read.', error);
    return null;
  }
}
