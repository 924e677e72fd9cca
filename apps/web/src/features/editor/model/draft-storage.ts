import { chapterFields, targetKey } from './chapter-fields.ts';
import type { FieldValue } from './chapter-fields.ts';
import type { FieldEdit } from './rebase-edits.ts';

/** Stores edits that the server does not have yet, so that they survive a reload. */
export interface DraftStorage {
  /** The stored edits of this page and of others. */
  read(): FieldEdit[];
  /** Replaces the edits that this page has stored. Edits of other pages stay. */
  write(edits: readonly FieldEdit[]): void;
}

const version = 1;
const prefix = 'drafts:';
/** Limits: characters of one video's drafts, and videos with drafts. All features share the small storage. */
const sizeLimit = 400_000;
const videosLimit = 20;

interface Stored {
  readonly version: number;
  /** When it was stored, in epoch milliseconds. */
  readonly at: number;
  readonly edits: readonly FieldEdit[];
}

/** The drafts of one video in the browser's storage. */
export class StoredDrafts implements DraftStorage {
  readonly #key: string;
  /** The keys of the edits that this page has stored. */
  #own = new Set<string>();

  constructor(videoId: string) {
    this.#key = `${prefix}${videoId}`;
  }

  read(): FieldEdit[] {
    const edits = [...(parse(localStorage.getItem(this.#key))?.edits ?? [])];
    this.#own = new Set(edits.map(targetKey));
    return edits;
  }

  write(edits: readonly FieldEdit[]): void {
    const others = (parse(localStorage.getItem(this.#key))?.edits ?? []).filter(
      (edit) => !this.#own.has(targetKey(edit)),
    );
    this.#own = new Set(edits.map(targetKey));
    const all = [...others.filter((edit) => !this.#own.has(targetKey(edit))), ...edits];
    if (all.length === 0) localStorage.removeItem(this.#key);
    else this.#store(all);
  }

  #store(edits: readonly FieldEdit[]): void {
    const text = JSON.stringify({ version, at: Date.now(), edits } satisfies Stored);
    try {
      if (text.length > sizeLimit) throw new Error('They exceed the size limit.');
      evictOldDrafts(this.#key);
      localStorage.setItem(this.#key, text);
    } catch (error) {
      console.warn('Unsaved edits could not be stored and would be lost on a reload.', error);
    }
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
    if (stored?.version !== version || !Array.isArray(stored.edits)) return null;
    return { version, at: Number(stored.at) || 0, edits: stored.edits.filter(isEdit) };
  } catch (error) {
    console.warn('Stored drafts could not be read.', error);
    return null;
  }
}

/** Whether a stored value is an edit. Storage is not trusted. */
function isEdit(value: unknown): value is FieldEdit {
  const edit = value as Partial<FieldEdit> | null;
  return (
    typeof edit?.start === 'string' &&
    typeof edit.chapterTitle === 'string' &&
    [...chapterFields, 'searchSummary'].includes(edit.field ?? '') &&
    Array.isArray(edit.seenValues) &&
    [edit.value, ...(edit.seenValues as unknown[])].every((each) => isValue(each, edit.field === 'quote'))
  );
}

function isValue(value: unknown, isQuotes: boolean): value is FieldValue {
  if (!isQuotes) return typeof value === 'string';
  return Array.isArray(value) && value.every(isQuote);
}

function isQuote(value: unknown): boolean {
  const quote = value as { quote?: unknown; timecode?: unknown } | string | null;
  if (typeof quote === 'string') return true;
  return typeof quote?.quote === 'string' && typeof quote.timecode === 'string';
}
