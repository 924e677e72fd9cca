import { foldText } from '@vault/contracts';
import { gramsOf, mayContain, type GramHashes } from './gram-filter.ts';
import { speakerOf, type SearchDocument } from './search-document.ts';
import { startOf, textAt, textOf, withoutSeparators } from './joined-texts.ts';
import { firstLine, isIdentifier } from './segments.ts';

/** Consecutive texts that match together. */
export interface Hit {
  /** Indexes of the texts. */
  readonly first: number;
  readonly last: number;
}

/** The first hit in a video that starts at or after a text. */
export type FindNext = (from: number) => Hit | undefined;

/** A prepared query, for any number of videos. */
export interface Query {
  /** @returns undefined when the video cannot match */
  open(video: SearchDocument): FindNext | undefined;
}

/** Words are near each other within this many consecutive lines of a transcript. */
const nearLines = 3;

/** Finds a string within one text. */
export class TextQuery implements Query {
  readonly folded: string;
  private readonly bytes: Buffer;
  private readonly grams: GramHashes;

  constructor(text: string) {
    this.folded = withoutSeparators(foldText(text));
    this.bytes = Buffer.from(this.folded);
    this.grams = gramsOf(this.bytes);
  }

  open({ folded, filter }: SearchDocument): FindNext | undefined {
    // A keyword of invisible characters would match everything.
    if (this.bytes.length === 0 || !mayContain(filter, this.grams)) return undefined;
    return (from) => {
      const start = startOf(folded, from);
      const offset = start < folded.bytes.length ? folded.bytes.indexOf(this.bytes, start) : -1;
      if (offset === -1) return undefined;
      const index = textAt(folded, offset, from);
      return { first: index, last: index };
    };
  }
}

/** Finds only what one speaker says, whose name may be in any case. */
export class SpokenQuery implements Query {
  private readonly speaker: string;

  constructor(
    private readonly query: Query,
    speaker: string,
  ) {
    this.speaker = speaker.toLowerCase();
  }

  open(video: SearchDocument): FindNext | undefined {
    const isSpeaker = (name: string | undefined) => name?.toLowerCase() === this.speaker;
    const findNext = video.speakers.some(isSpeaker) ? this.query.open(video) : undefined;
    return (
      findNext &&
      ((from) => {
        let hit = findNext(from);
        while (hit && !isSpeaker(speakerOf(video, hit.first, hit.last))) hit = findNext(hit.first + 1);
        return hit;
      })
    );
  }
}

/** Finds a string, but not in addresses and ids: single words occur in too many of those. */
export class WordQuery extends TextQuery {
  override open(video: SearchDocument): FindNext | undefined {
    const findNext = super.open(video);
    return (
      findNext &&
      ((from) => {
        let hit = findNext(from);
        while (hit && isIdentifier(hit.first, video.ownTexts)) hit = findNext(hit.first + 1);
        return hit;
      })
    );
  }
}

/** Finds whole words, also in the plural: another form of a keyword. */
export class FormQuery extends WordQuery {
  private readonly pattern: RegExp;

  /** @param onFound is called when a text has it, with the string */
  constructor(
    text: string,
    private readonly onFound: (text: string) => void,
  ) {
    super(text);
    const escaped = this.folded.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
    const end = /\p{N}$/u.test(this.folded)
      ? String.raw`(?![\p{L}\p{N}]|[.,']\p{N})`
      : String.raw`(?=s?(?![\p{L}\p{N}]))`;
    this.pattern = new RegExp(String.raw`(?<![\p{L}\p{N}]|\p{N}[.,'])${escaped}${end}`, 'u');
  }

  override open(video: SearchDocument): FindNext | undefined {
    const findNext = super.open(video);
    return (
      findNext &&
      ((from) => {
        let hit = findNext(from);
        while (hit && !this.pattern.test(textOf(video.folded, hit.first))) hit = findNext(hit.first + 1);
        if (hit) this.onFound(this.folded);
        return hit;
      })
    );
  }
}

/** Finds any of some words. */
export class AnyQuery implements Query {
  constructor(private readonly words: readonly WordQuery[]) {}

  open(video: SearchDocument): FindNext | undefined {
    const finders = this.words.map((word) => word.open(video)).filter((findNext) => findNext !== undefined);
    if (finders.length === 0) return undefined;
    // The latest hit of each word stays valid until the search has passed it.
    const found: (Hit | undefined)[] = finders.map((findNext) => findNext(0));
    return (from) => {
      let best: Hit | undefined;
      for (const [index, findNext] of finders.entries()) {
        const last = found[index];
        if (last && last.first < from) found[index] = findNext(from);
        const hit = found[index];
        if (hit && (!best || hit.first < best.first)) best = hit;
      }
      return best;
    };
  }
}

/** Finds all of some words near each other: in one field, or in consecutive lines of the transcript. */
export class NearQuery implements Query {
  private readonly lead: WordQuery;
  private readonly others: readonly WordQuery[];

  constructor(words: readonly WordQuery[]) {
    // The longest word is probably the rarest.
    const [lead, ...others] = [...words].sort((a, b) => b.folded.length - a.folded.length);
    this.lead = lead ?? new WordQuery('');
    this.others = others;
  }

  open(video: SearchDocument): FindNext | undefined {
    const findNext = this.lead.open(video);
    const finders = this.others.map((word) => word.open(video)).filter((finder) => finder !== undefined);
    if (!findNext || finders.length < this.others.length) return undefined;
    const others = finders.map((finder) => new NearestHits(finder));
    return (from) => {
      for (let lead = findNext(from); lead;) {
        let next = lead.first + 1;
        for (const other of others) next = Math.max(next, other.moveTo(lead.first));
        const hit = shortestWindow(video, lead.first, from, others);
        if (hit) return hit;
        lead = findNext(next);
      }
      return undefined;
    };
  }
}

/** The hits of a word that are nearest to a text. Fast while the text moves forward. */
class NearestHits {
  private text = 0;
  private before = -Infinity;
  private from = -Infinity;

  constructor(private readonly findNext: FindNext) {}

  /** @returns the first text, from this one on, that can be in a window with a hit */
  moveTo(text: number): number {
    if (text < this.text || text >= this.from + nearLines) {
      this.before = -Infinity;
      this.from = this.next(Math.max(0, text - nearLines + 1));
    }
    while (this.from < text) {
      this.before = this.from;
      this.from = this.next(this.from + 1);
    }
    this.text = text;
    return text < this.before + nearLines ? text : Math.max(text, this.from - nearLines + 1);
  }

  /** Whether a window around the text has a hit. */
  isIn(first: number, last: number): boolean {
    return this.before >= first || this.from <= last;
  }

  private next(text: number): number {
    return this.findNext(text)?.first ?? Infinity;
  }
}

/** The shortest window around a text that has all words: the text itself, or for a line that and adjacent lines. */
function shortestWindow(
  { ownTexts }: SearchDocument,
  index: number,
  from: number,
  words: readonly NearestHits[],
): Hit | undefined {
  const hasAll = (first: number, last: number) => words.every((word) => word.isIn(first, last));
  if (hasAll(index, index)) return { first: index, last: index };
  const endOfLines = ownTexts - 1;
  if (index < firstLine || index >= endOfLines) return undefined;
  for (let span = 2; span <= nearLines; span += 1) {
    const min = Math.max(firstLine, from, index - span + 1);
    for (let first = min; first <= index && first + span <= endOfLines; first += 1)
      if (hasAll(first, first + span - 1)) return { first, last: first + span - 1 };
  }
  return undefined;
}
