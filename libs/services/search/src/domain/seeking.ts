import { foldText } from '@vault/contracts';
import { gramsOf, mayHold, type GramHashes } from './gram-filter.ts';
import type { Haystack } from './haystack.ts';
import { startOf, textAt, withoutSeparators } from './joined-texts.ts';
import { firstLine, isIdentifier } from './segments.ts';

/** Texts next to each other, all of which it takes. */
export interface Hit {
  /** Which of the texts. */
  readonly first: number;
  readonly last: number;
}

/** The first hit in a video that begins at a text or behind it. */
export type Seek = (from: number) => Hit | undefined;

/** Something that can be looked for, made ready once. */
export interface Sought {
  /** @returns undefined when a video can be passed over */
  open(video: Haystack): Seek | undefined;
}

/** Lines of a transcript that stand near each other: one, and one on each side of it. */
const nearLines = 3;

/** A text that stands as it is within one text. */
export class SoughtText implements Sought {
  /** As it is compared. */
  readonly folded: string;
  private readonly bytes: Buffer;
  private readonly grams: GramHashes;

  constructor(text: string) {
    this.folded = withoutSeparators(foldText(text));
    this.bytes = Buffer.from(this.folded);
    this.grams = gramsOf(this.bytes);
  }

  open({ folded, filter }: Haystack): Seek | undefined {
    if (!mayHold(filter, this.grams)) return undefined;
    return (from) => {
      const start = startOf(folded, from);
      const place = start < folded.bytes.length ? folded.bytes.indexOf(this.bytes, start) : -1;
      if (place === -1) return undefined;
      const index = textAt(folded, place);
      return { first: index, last: index };
    };
  }

  /** Whether it stands in one of some neighbouring texts. */
  standsIn({ folded }: Haystack, { first, last }: Hit): boolean {
    return folded.bytes.subarray(startOf(folded, first), startOf(folded, last + 1)).includes(this.bytes);
  }
}

/** A text that stands in what was said or written: words alone are found in too many addresses. */
export class SoughtWord extends SoughtText {
  override open(video: Haystack): Seek | undefined {
    const seek = super.open(video);
    return (
      seek &&
      ((from) => {
        let hit = seek(from);
        while (hit && isIdentifier(hit.first, video.ownTexts)) hit = seek(hit.first + 1);
        return hit;
      })
    );
  }
}

/** Any of some texts. */
export class SoughtAny implements Sought {
  constructor(private readonly words: readonly SoughtWord[]) {}

  open(video: Haystack): Seek | undefined {
    const seeks = this.words.map((word) => word.open(video)).filter((seek) => seek !== undefined);
    if (seeks.length === 0) return undefined;
    // What one word found last still stands as long as nobody has gone past it.
    const found: (Hit | undefined)[] = seeks.map((seek) => seek(0));
    return (from) => {
      let best: Hit | undefined;
      for (const [index, seek] of seeks.entries()) {
        const last = found[index];
        if (last && last.first < from) found[index] = seek(from);
        const hit = found[index];
        if (hit && (!best || hit.first < best.first)) best = hit;
      }
      return best;
    };
  }
}

/** All of some texts near each other: in one field, or in lines of the transcript that follow each other. */
export class SoughtNear implements Sought {
  private readonly lead: SoughtWord;
  private readonly others: readonly SoughtWord[];

  constructor(words: readonly SoughtWord[]) {
    // The longest is likely the rarest.
    const [lead, ...others] = [...words].sort((a, b) => b.folded.length - a.folded.length);
    this.lead = lead ?? new SoughtWord('');
    this.others = others;
  }

  open(video: Haystack): Seek | undefined {
    const seek = this.lead.open(video);
    if (!seek || this.others.some((other) => !other.open(video))) return undefined;
    return (from) => {
      for (let lead = seek(from); lead; lead = seek(lead.first + 1)) {
        const hit = windowsAround(video, lead.first, from).find((window) =>
          this.others.every((other) => other.standsIn(video, window)),
        );
        if (hit) return hit;
      }
      return undefined;
    };
  }
}

/** The stretches a text is part of, shortest first: itself, and of a line those with its neighbours. */
function windowsAround({ ownTexts }: Haystack, index: number, from: number): Hit[] {
  const windows = [{ first: index, last: index }];
  const behindLines = ownTexts - 1;
  if (index < firstLine || index >= behindLines) return windows;
  for (let span = 2; span <= nearLines; span += 1) {
    const least = Math.max(firstLine, from, index - span + 1);
    for (let first = least; first <= index && first + span <= behindLines; first += 1)
      windows.push({ first, last: first + span - 1 });
  }
  return windows;
}
