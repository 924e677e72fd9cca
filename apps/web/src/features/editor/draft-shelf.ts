import { chapterFields, placeKey } from './chapter-fields.ts';
import type { FieldValue } from './chapter-fields.ts';
import type { FieldEdit } from './lay-edits.ts';

/** Where edits lie that the server does not have yet, so that they outlive the page. */
export interface DraftShelf {
  /** What was left there, by this page before or by another one. */
  read(): FieldEdit[];
  /** Puts these in the place of what this page had put there. What others put there stays. */
  write(edits: readonly FieldEdit[]): void;
}

const version = 1;
const prefix = 'drafts:';
/** Characters of one video's drafts, and videos with drafts: storage is small, and shared by the whole product. */
const sizeLimit = 400_000;
const videosLimit = 20;

interface Stored {
  readonly version: number;
  /** When it was written, in epoch milliseconds. */
  readonly at: number;
  readonly edits: readonly FieldEdit[];
}

/** The drafts of one video in the browser's storage. */
export class StoredDrafts implements DraftShelf {
  readonly #key: string;
  /** The places of what this page has put there. */
  #own = new Set<string>();

  constructor(videoId: string) {
    this.#key = `${prefix}${videoId}`;
  }

  read(): FieldEdit[] {
    const edits = [...(parse(localStorage.getItem(this.#key))?.edits ?? [])];
    this.#own = new Set(edits.map(placeKey));
    return edits;
  }

  write(edits: readonly FieldEdit[]): void {
    const others = (parse(localStorage.getItem(this.#key))?.edits ?? []).filter(
      (edit) => !this.#own.has(placeKey(edit)),
    );
    this.#own = new Set(edits.map(placeKey));
    const all = [...others.filter((edit) => !this.#own.has(placeKey(edit))), ...edits];
    if (all.length === 0) localStorage.removeItem(this.#key);
    else this.#store(all);
  }

  #store(edits: readonly FieldEdit[]): void {
    const text = JSON.stringify({ version, at: Date.now(), edits } satisfies Stored);
    try {
      if (text.length > sizeLimit) throw new Error('They are larger than the place for them.');
      makeRoom(this.#key);
      localStorage.setItem(this.#key, text);
    } catch (error) {
      console.warn('Edits that are not saved yet cannot be kept over a reload.', error);
    }
  }
}

/** The oldest drafts of other videos go when there are too many. */
function makeRoom(key: string): void {
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

/** Whether something from storage, which anybody may have changed, is an edit. */
function isEdit(value: unknown): value is FieldEdit {
  const edit = value as Partial<FieldEdit> | null;
  return (
    typeof edit?.start === 'string' &&
    typeof edit.chapterTitle === 'string' &&
    [...chapterFields, 'searchSummary'].includes(edit.field ?? '') &&
    Array.isArray(edit.known) &&
    [edit.value, ...(edit.known as unknown[])].every((each) => isValue(each, edit.field === 'quote'))
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
