import fc from 'fast-check';
import { areWordsHidden, isChapterHidden, isQuoteHidden, type TimeSpan } from './hidden-spans.ts';

const span: fc.Arbitrary<TimeSpan> = fc
  .tuple(fc.nat(100), fc.integer({ min: 1, max: 50 }))
  .map(([start, length]) => ({ start, end: start + length }));
const spans = fc.array(span, { maxLength: 4 });
const isIn = (at: number, { start, end }: TimeSpan) => at >= start && at < end;

it('property: words are hidden exactly when some second of them is', () => {
  fc.assert(
    fc.property(span, spans, (words, hidden) => {
      const seconds = Array.from({ length: words.end - words.start }, (_, index) => words.start + index);
      const someSecond = seconds.some((second) => hidden.some((each) => isIn(second, each)));
      expect(areWordsHidden(words, hidden)).toBe(someSecond);
    }),
  );
});

it('property: a quote in a hidden span, or up to 3 s before it, is hidden, and no other', () => {
  fc.assert(
    fc.property(fc.nat(150), spans, (at, hidden) => {
      const isNear = hidden.some((each) => [0, 1, 2, 3].some((lead) => isIn(at + lead, each)));
      expect(isQuoteHidden(at, hidden)).toBe(isNear);
    }),
  );
  expect(isQuoteHidden(1.9, [{ start: 5, end: 9 }])).toBe(false);
});

const part = (span: TimeSpan) => ({ ...span, kind: 'chapter' });

describe(isChapterHidden, () => {
  it('property: a hidden chapter stays hidden when its edges move by up to a quarter of it, and when it is divided', () => {
    const quarters = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(
        span,
        quarters,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (chapter, moved, share) => {
          const { start, end } = chapter;
          const [first = 0, last = 0] = moved.map((quarter) => (quarter * (end - start)) / 4);
          expect(isChapterHidden({ start: start + first, end: end + last }, [part(chapter)])).toBe(true);
          const middle = start + (end - start) * share;
          for (const half of [
            { start, end: middle },
            { start: middle, end },
          ])
            expect(isChapterHidden(half, [part(chapter)])).toBe(true);
        },
      ),
    );
  });

  it('property: a chapter beside the hidden span, or with less than half of either, stays visible', () => {
    fc.assert(
      fc.property(span, fc.integer({ min: 2, max: 50 }), (hidden, length) => {
        const after = { start: hidden.end, end: hidden.end + length };
        const before = { start: hidden.start - length, end: hidden.start };
        for (const chapter of [after, before]) expect(isChapterHidden(chapter, [part(hidden)])).toBe(false);
        const overlap = Math.min(length, hidden.end - hidden.start) * 0.49;
        const beyond = { start: hidden.end - overlap, end: hidden.end - overlap + length };
        expect(isChapterHidden(beyond, [part(hidden)])).toBe(false);
      }),
    );
  });

  it('hides a chapter that another was joined to', () => {
    expect(isChapterHidden({ start: 0, end: 500 }, [part({ start: 100, end: 200 })])).toBe(true);
  });

  it('stays visible when only a quote in it is hidden', () => {
    const quote = { start: 100, end: 200, kind: 'quote' };
    expect(isChapterHidden({ start: 0, end: 500 }, [quote])).toBe(false);
  });

  it('hides nothing without hidden spans', () => {
    expect(isChapterHidden({ start: 0, end: 500 }, [])).toBe(false);
  });
});
