import fc from 'fast-check';
import type { EditedChapter } from '@vault/contracts';
import { checkPersonsList } from './person-rules.ts';

const at = (start: number, more: Partial<EditedChapter> = {}): EditedChapter => ({
  start,
  title: 'A title',
  summary: '',
  searchText: '',
  quotes: [],
  ...more,
});

function sentence(drafts: readonly EditedChapter[], durationSeconds = 600): string {
  try {
    checkPersonsList(drafts, durationSeconds);
    return '';
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-input' });
    return (error as Error).message;
  }
}

describe(checkPersonsList, () => {
  it('accepts chapters that are close together or have equal titles', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 599 }), { maxLength: 299 }), (starts) => {
        const sorted = [0, ...starts.sort((a, b) => a - b)];
        expect(
          sentence(
            sorted.map((start) => at(start)),
            600,
          ),
        ).toBe('');
      }),
    );
    expect(sentence([at(0), at(99_999)], 0)).toBe('');
    expect(sentence([at(0)], 0.5)).toBe('');
  });

  it.each<[string, EditedChapter[], string]>([
    ['nothing', [], 'A video has at least one chapter.'],
    ['too many', Array.from({ length: 301 }, (_, index) => at(index)), 'A video has at most 300 chapters.'],
    ['a late first', [at(4)], 'Chapter 1 (00:00:04) must start at 00:00:00, because it is the first.'],
    [
      'a start that goes back',
      [at(0), at(70), at(60)],
      'Chapter 3 (00:01:00) must start later than the chapter before it, at 00:01:10.',
    ],
    [
      'the same start twice',
      [at(0), at(70), at(70)],
      'Chapter 3 (00:01:10) must start later than the chapter before it, at 00:01:10.',
    ],
    [
      'a start past the end',
      [at(0), at(600)],
      'Chapter 2 (00:10:00) must start before the video ends, at 00:10:00.',
    ],
    ['half a second', [at(0), at(1.5)], 'Chapter 2 (00:00:01) must start at a whole second.'],
    ['no title', [at(0), at(9, { title: ' ' })], 'Chapter 2 (00:00:09) has no title. Please write one.'],
    [
      'a long title',
      [at(0, { title: 'x'.repeat(101) })],
      'The title of chapter 1 (00:00:00) is longer than 100 characters.',
    ],
    [
      'a long summary',
      [at(0, { summary: 'x'.repeat(101) })],
      'The summary of chapter 1 (00:00:00) is longer than 100 characters.',
    ],
    [
      'a long search text',
      [at(0, { searchText: 'x'.repeat(4_001) })],
      'The search text of chapter 1 (00:00:00) is longer than 4000 characters.',
    ],
    [
      'a long context',
      [at(0, { searchQuotes: 'x'.repeat(4_001) })],
      'What searches are given as quotes in chapter 1 (00:00:00) is longer than 4000 characters.',
    ],
    [
      'many quotes',
      [at(0, { quotes: Array.from({ length: 21 }, () => ({ text: 'x' })) })],
      'Chapter 1 (00:00:00) has more than 20 quotes.',
    ],
    [
      'a long quote',
      [at(0, { quotes: [{ text: 'x'.repeat(1_001) }] })],
      'A quote of chapter 1 (00:00:00) is longer than 1000 characters.',
    ],
  ])('refuses %s with a message', (_what, drafts, message) => expect(sentence(drafts)).toBe(message));
});
