import type { Cue } from '@vault/webvtt';
import type { LineChange } from './line-changes.ts';

/** Stores changes that the server does not have yet, so that they survive a reload. */
export interface TranscriptDrafts {
  /** The stored changes of this page and of others. */
  read(): LineChange[];
  /** Replaces the changes that this page has stored. @returns whether they are stored */
  write(changes: readonly LineChange[]): boolean;
}

const version = 1;
const prefix = 'transcript-drafts:';
/** Limits: characters of one video's drafts, and videos with drafts. All features share the small storage. */
const sizeLimit = 400_000;
const videosLimit = 20;

interface Stored {
  readonly version: number;
  /** When it was stored, in epoch milliseconds. */
  readonly at: number;
  readonly changes: readonly LineChange[];
}

/** The drafts of one video in the browser's storage. */
export class StoredTranscriptDrafts implements TranscriptDrafts {
  readonly #key: string;
  /** The changes that this page has stored, as text. */
  #own = new Set<string>();

  constructor(videoId: string) {
    this.#key = `${prefix}${videoId}`;
  }

  read(): LineChange[] {
    const changes = this.#stored();
    this.#own = new Set(changes.map((change) => JSON.stringify(change)));
    return changes;
  }

  write(changes: readonly LineChange[]): boolean {
    const others = this.#stored().filter((change) => !this.#own.has(JSON.stringify(change)));
    const all = [...others, ...changes];
    this.#own = new Set(changes.map((change) => JSON.stringify(change)));
    try {
      if (all.length === 0) localStorage.removeItem(this.#key);
      else this.#store(all);
      return true;
    } catch (error) {
      console.warn('Unsaved changes of the transcript could not be stored and would be lost.', error);
      return false;
    }
  }

  #stored(): LineChange[] {
    return [...(parse(localStorage.getItem(this.#key))?.changes ?? [])];
  }

  #store(changes: readonly LineChange[]): void {
    const text = JSON.stringify({ version, at: Date.now(), changes } satisfies Stored);
    if (text.length > sizeLimit) throw new Error('They exceed the size limit.');
    evictOldDrafts(this.#key);
    localStorage.setItem(this.#key, text);
  }
}

/** Removes the oldest drafts of other videos when there are too many. */
function evictOldDrafts(key: string): void {
  const others = Object.keys(localStorage)
    .filter((other) => other.startsWith(prefix) && other !== key)
    .map((other) => ({ other, at: parse(localStorage.getItem(other))?.at ?? 0 }))
    .sort((one, next) => next.at - one.at);
  for (const { other } of others.slice(videosLimit - 1)) localStorage.removeItem(other);
}

function parse(text: string | null): Stored | null {
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Partial<Stored> | null;
    if (stored?.version !== version || !Array.isArray(stored.changes)) return null;
    return { version, at: Number(stored.at) || 0, changes: stored.changes.filter(isChange) };
  } catch (error) {
    console.warn('Stored changes of the transcript could not be read.', error);
    return null;
  }
}

/** Whether a stored value is a change. Storage is not trusted. */
function isChange(value: unknown): value is LineChange {
  const change = value as Partial<LineChange> | null;
  return [change?.before, change?.after].every((lines) => Array.isArray(lines) && lines.every(isLine));
}

function isLine(value: unknown): value is Cue {
  const line = value as Partial<Cue> | null;
  const isName = line?.speaker === undefined || typeof line.speaker === 'string';
  return typeof line?.text === 'string' && Number.isFinite(line.start) && Number.isFinite(line.end) && isName;
}
