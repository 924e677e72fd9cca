import fc from 'fast-check';
import { linesOf, makeVideo } from '../testing/make-video.ts';
import { NearQuery, WordQuery, type FindNext } from './queries.ts';
import { makeSearchDocument } from './search-document.ts';
import { firstLine } from './segments.ts';

const words = ['alpha', 'beta', 'gam'];
const lines = fc.array(fc.subarray([...words, 'other']), { maxLength: 40 });

/** All hits, each searched from after the one before. */
function hitsOf(findNext: FindNext | undefined, end: number): string[] {
  const hits: string[] = [];
  for (let hit = findNext?.(0); hit && hit.first < end; hit = findNext?.(hit.last + 1))
    hits.push(`${String(hit.first - firstLine)}-${String(hit.last - firstLine)}`);
  return hits;
}

/** The shortest, then first, window of up to three lines around each "alpha" that has all words. */
function plainHits(texts: readonly string[][], others: readonly string[]): string[] {
  const hits: string[] = [];
  let from = 0;
  const windowAround = (lead: number) => {
    for (let span = 1; span <= 3; span += 1)
      for (let first = Math.max(from, lead - span + 1); first <= lead; first += 1) {
        const window = texts.slice(first, first + span);
        if (window.length === span && others.every((word) => window.some((text) => text.includes(word))))
          return { first, last: first + span - 1 };
      }
    return undefined;
  };
  for (let lead = 0; lead < texts.length; lead += 1) {
    if (lead < from || !texts[lead]?.includes('alpha')) continue;
    const window = windowAround(lead);
    if (!window) continue;
    hits.push(`${String(window.first)}-${String(window.last)}`);
    from = window.last + 1;
  }
  return hits;
}

describe(NearQuery, () => {
  it('property: finds the same windows as a plain reading of all lines', () => {
    fc.assert(
      fc.property(lines, fc.subarray(['beta', 'gam'], { minLength: 1 }), (texts, others) => {
        const video = makeVideo('v', { lines: linesOf(...texts.map((text) => text.join(' '))) });
        const document = makeSearchDocument(video);
        const query = new NearQuery(['alpha', ...others].map((word) => new WordQuery(word)));
        const found = hitsOf(query.open(document), firstLine + texts.length);
        expect(found).toEqual(plainHits(texts, others));
      }),
      { numRuns: 3_000 },
    );
  });
});
