import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import type { Cue, ListedChapter } from '../chapters/chapter.ts';
import { drafts, talks, toChange } from './edited-talk.fixture.ts';
import { editTranscript } from './edit-transcript.ts';
import { followTranscript } from './follow-transcript.ts';
import { foldWords } from '../chapters/folded-words.ts';
import { verifyQuotes } from '../chapters/verify-quote.ts';

const lines: Cue[] = [
  { start: 0, end: 4, text: 'Welcome, my name is Ada.' },
  { start: 4, end: 8, text: 'we run it on cuban eddies, and' },
  { start: 8, end: 12, text: 'the cuban eddies cluster is small.' },
  { start: 60, end: 64, text: 'Cuban eddies and money.' },
];

function chapter(fields: Partial<ListedChapter> = {}): ListedChapter {
  const texts = { title: 'Welcome', summary: 'Who we are.', searchText: '', quotes: [] };
  return { id: String(fields.start ?? 0), start: 0, ...texts, ...fields };
}

/** Replaces the texts of lines, by their index; an empty text removes the line. */
function follow(
  chapters: readonly ListedChapter[],
  texts: Readonly<Record<number, string>>,
  { summary = '', cues = lines }: { summary?: string; cues?: readonly Cue[] } = {},
) {
  const changes = Object.entries(texts).map(([index, text]) => {
    const line = cues[Number(index)]!;
    return { before: [line], after: text === '' ? [] : [{ ...line, text }] };
  });
  const edit = editTranscript(cues, changes, { recognised: cues, durationSeconds: 100 });
  return followTranscript({ chapters, summary }, cues, edit);
}

/** Every line with the words as they are meant. */
const everywhere = {
  1: 'we run it on Kubernetes, and',
  2: 'the Kubernetes cluster is small.',
  3: 'Kubernetes and money.',
};

describe(followTranscript, () => {
  it('gives a quote the new words of its place, and keeps its time', () => {
    const quotes = [{ text: 'We run it on cuban eddies, and the cuban eddies cluster is small.', at: 2 }];
    const { chapters } = follow([chapter({ quotes })], { 1: everywhere[1] });
    expect(chapters[0]).toMatchObject({
      quotes: [{ text: 'We run it on Kubernetes, and the cuban eddies cluster is small.', at: 2 }],
      followed: ['quotes'],
    });
  });

  it('follows the quote at its time where its words were said twice', () => {
    const quotes = [{ text: 'cuban eddies', at: 6 }];
    expect(follow([chapter({ quotes })], { 1: everywhere[1] }).chapters[0]?.quotes).toEqual(quotes);
    expect(follow([chapter({ quotes })], { 2: everywhere[2] }).chapters[0]?.quotes).toEqual([
      { text: 'Kubernetes', at: 6 },
    ]);
  });

  it.each([
    ['goes with its first line', 59.5, 59.5],
    ['stays where it would come too near to another', 21, 60],
  ])('a chapter %s', (_, start, expected) => {
    const quotes = [{ text: 'Cuban eddies and money.', at: 58 }];
    const chapters = [
      chapter(),
      chapter({ start: 15, title: 'Small' }),
      chapter({ start: 60, title: 'Money', quotes }),
    ];
    const change = { before: [lines[3]!], after: [{ ...lines[3]!, start }] };
    const edit = editTranscript(lines, [change], { recognised: lines, durationSeconds: 100 });
    const after = followTranscript({ chapters, summary: '' }, lines, edit).chapters;
    expect(after.map((one) => one.start)).toEqual([0, 15, expected]);
    if (expected === start) expect(after[2]?.quotes).toMatchObject([{ text: 'Cuban eddies and money.' }]);
  });

  it('gives a quote the time of its first word where this is in another line', () => {
    const quotes = [{ text: 'Ada. we run it', at: 1.3 }];
    const at = { text: 'We run it', at: 2 };
    expect(follow([chapter({ quotes })], { 0: '' }).chapters[0]?.quotes).toEqual([at]);
    const typed = [{ text: 'my name is Ada. we run it', at: 50 }];
    expect(follow([chapter({ quotes: typed })], { 0: '' }).chapters[0]?.quotes).toEqual([
      { text: 'we run it', at: 50 },
    ]);
  });

  it('follows the quote in the line of its time, though an equal one is nearer', () => {
    const cues = ['and now tea', 'tea and more'].map((text, index) => ({
      ...{ start: index * 4, end: index * 4 + 4 },
      text,
    }));
    const { chapters } = follow(
      [chapter({ quotes: [{ text: 'tea', at: 1.9 }] })],
      { 0: 'and now coffee' },
      { cues },
    );
    expect(chapters[0]?.quotes).toEqual([{ text: 'coffee', at: 1.9 }]);
  });

  it('follows changes of case and punctuation in quotes', () => {
    const quotes = [{ text: 'my name is Ada.', at: 0 }];
    const { chapters } = follow([chapter({ quotes })], { 0: 'Welcome, my name is ADA!' });
    expect(chapters[0]?.quotes).toEqual([{ text: 'my name is ADA!', at: 0 }]);
  });

  it('drops a quote of which no word is left', () => {
    const quotes = [{ text: 'Welcome, my name is Ada.', at: 0 }];
    expect(follow([chapter({ quotes })], { 0: '' }).chapters[0]).toMatchObject({
      quotes: [],
      followed: ['quotes'],
    });
  });

  it('leaves quotes that were not said, and those of other lines', () => {
    const quotes = [{ text: 'Cuban eddies are great.' }, { text: 'my name is Ada.', at: 0 }];
    const before = chapter({ quotes });
    expect(follow([before], { 1: everywhere[1] }).chapters[0]).toBe(before);
  });

  it('follows in titles, summaries and answers when the phrase is no longer said', () => {
    const texts = {
      title: 'Cuban eddies in practice',
      summary: 'How cuban eddies work.',
      searchText: 'One.\n\nCuban Eddies, twice: cuban eddies.',
    };
    const after = follow([chapter(texts), chapter({ start: 60, title: 'Cuban eddies' })], everywhere, {
      summary: 'On cuban eddies.',
    });
    expect(after.summary).toBe('On Kubernetes.');
    expect(after.chapters).toMatchObject([
      {
        title: 'Kubernetes in practice',
        summary: 'How Kubernetes work.',
        searchText: 'One.\n\nKubernetes, twice: Kubernetes.',
        followed: ['title', 'summary'],
      },
      { title: 'Kubernetes', followed: ['title'] },
    ]);
  });

  it.each([
    ['saas', 'SaaS', 'Saas and saas prices, not SAAS.', 'SaaS and SaaS prices, not SAAS.'],
    ['sarah', 'Sarah', 'On sarah. Sarah spoke.', 'On Sarah. Sarah spoke.'],
    ['Zoe', 'Zoë', 'Zoe spoke, and zoe’s team.', 'Zoë spoke, and zoe’s team.'],
    ['iphone', 'iPhone', 'Iphone and iphone.', 'iPhone and iPhone.'],
    ['SaaS', 'saas', 'SaaS and more.', 'saas and more.'],
    ['Tea', 'tea', 'Tea and tea.', 'Tea and tea.'],
  ])('writes %s as %s in titles, summaries and answers', (before, now, text, expected) => {
    const cues = [{ start: 0, end: 4, text: `We spoke of ${before} there.` }];
    const texts = { title: text, summary: text, searchText: text };
    const after = follow([chapter(texts)], { 0: `We spoke of ${now} there.` }, { summary: text, cues });
    expect(after.summary).toBe(expected);
    expect(after.chapters[0]).toMatchObject({ title: expected, summary: expected, searchText: expected });
  });

  it('leaves the spelling of texts while the old one is still written, and where a sentence now begins', () => {
    const cues = ['We sell saas here.', 'More saas, and tea.'].map((text, index) => ({
      ...{ start: index * 4, end: index * 4 + 4, text },
    }));
    const texts = { title: 'saas and tea' };
    expect(follow([chapter(texts)], { 0: 'We sell SaaS here.' }, { cues }).chapters[0]?.title).toBe(
      texts.title,
    );
    const now = { 1: 'More saas. And. Tea.' };
    expect(follow([chapter(texts)], now, { cues }).chapters[0]?.title).toBe(texts.title);
  });

  it('leaves texts while the phrase is still said in their chapter', () => {
    const chapters = [chapter({ title: 'Cuban eddies' }), chapter({ start: 60, title: 'On cuban eddies' })];
    const after = follow(chapters, { 1: everywhere[1] }, { summary: 'On cuban eddies.' });
    expect(after).toEqual({ chapters, summary: 'On cuban eddies.' });
  });

  it('leaves what a person edited, except quotes that were said', () => {
    const quotes = [{ text: 'Cuban eddies and money.', at: 58 }];
    const now = new Date();
    const edited = { title: now, summary: now, searchText: now, quotes: now };
    const texts = { title: 'Cuban eddies', summary: 'Cuban eddies.', searchText: 'Cuban eddies.' };
    const before = chapter({ start: 60, ...texts, quotes, edited });
    expect(follow([chapter(), before], everywhere).chapters[1]).toEqual({
      ...before,
      quotes: [{ text: 'Kubernetes and money.', at: 58 }],
      followed: ['quotes'],
    });
  });

  it('replaces whole words, and keeps the capitals of the place', () => {
    const cues = [{ start: 0, end: 4, text: 'Wee sell leafs' }];
    const before = chapter({ title: 'Leafs and leafsets', summary: 'Why wee sell leafs.' });
    const after = follow([before], { 0: 'We sell leaves' }, { cues }).chapters[0];
    expect(after).toMatchObject({ title: 'Leaves and leafsets', summary: 'Why we sell leaves.' });
  });

  it('keeps titles unique and within their length', () => {
    const cues = [{ start: 0, end: 4, text: 'On tee.' }];
    const long = `${'x'.repeat(50)} tee ${'y'.repeat(45)}`;
    const chapters = [chapter({ title: 'Tee' }), chapter({ start: 3, title: 'Tea' })];
    expect(follow(chapters, { 0: 'On tea.' }, { cues }).chapters[0]?.title).toBe('Tea (2)');
    const { title } = follow([chapter({ title: long })], { 0: 'On Darjeeling.' }, { cues }).chapters[0]!;
    expect(title).toBe(`${'x'.repeat(50)} Darjeeling…`);
  });

  it('does not replace what another change of the same edit brings', () => {
    const cues = ['Go north.', 'Go south.'].map((text, index) => ({ start: index, end: index + 1, text }));
    const before = chapter({ title: 'North, south' });
    const after = follow([before], { 0: 'Go south.', 1: 'Go east.' }, { cues }).chapters[0];
    expect(after?.title).toBe('South, south');
  });

  it('property: quotes that were said stay words that are said in their chapter', () => {
    const lengths = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 12 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(talks, lengths, fc.array(drafts, { minLength: 1, maxLength: 4 }), (said, runs, edits) => {
        const middle = said[Math.floor(said.length / 2)]?.start ?? 0;
        const parts = [
          said.filter(({ start }) => start < middle),
          said.filter(({ start }) => start >= middle),
        ];
        let chapters = parts.map((part, index) => {
          const words = part.flatMap(({ text }) => foldWords(text));
          const texts = runs.map(([from, length]) => words.slice(from, from + length).join(' '));
          return chapter({ start: index * middle, quotes: verifyQuotes(texts, part, 9) });
        });
        let present: readonly Cue[] = said;
        for (const draft of edits) {
          if (present.length === 0) break;
          const limits = { recognised: said, durationSeconds: 100 };
          const edit = editTranscript(present, [toChange(present, draft)], limits);
          const before = chapters;
          chapters = [...followTranscript({ chapters, summary: '' }, present, edit).chapters];
          present = edit.lines;
          chapters.forEach(({ start, quotes }, index) => {
            const end = chapters[index + 1]?.start ?? Infinity;
            const own = present.filter((line) => line.start >= start && line.start < end);
            const words = ` ${own.flatMap(({ text }) => foldWords(text)).join(' ')} `;
            for (const { text } of quotes) expect(words).toContain(` ${foldWords(text).join(' ')} `);
            expect(quotes.length).toBeLessThanOrEqual(before[index]!.quotes.length);
          });
        }
      }),
      // With four edits at most, more than 10,000 of them.
      { numRuns: 4_500 },
    );
  });
});

it('twice as many changes of the same words take twice as long', () => {
  const prepare = (count: number) => {
    const said = (text: string) =>
      Array.from({ length: count }, (_, start): Cue => ({ start, end: start + 1, text }));
    const present = said('a b c');
    const lines = present.map((line, index) => (index % 2 === 0 ? { ...line, text: 'a x c' } : line));
    const spans = [...present.keys()]
      .filter((index) => index % 2 === 0)
      .map((index) => ({ before: [index, index + 1], after: [index, index + 1] }) as const);
    const chapter = { id: '1', start: 0, title: 'b a b', summary: 'b b c', searchText: '', quotes: [] };
    return {
      present,
      edit: { lines, spans },
      texts: { chapters: [chapter], summary: 'b '.repeat(count / 10) },
    };
  };
  const ratio = doublingRatio(4_000, prepare, ({ texts, present, edit }) =>
    followTranscript(texts, present, edit),
  );
  expect(ratio).toBeLessThan(linearRatio);
});
