import { defaultSearchPrompt, promptLimit, searchTextLimit } from '@vault/contracts';
import {
  shownSystem,
  summaryPrompt,
  chaptersPrompt,
  quotesPrompt,
  searchPrompt,
  withNames,
} from './prompt.ts';

const long = 'x'.repeat(50_000);

describe(quotesPrompt, () => {
  it('adds the rules that the page shows to the base prompt, and sends the focus as it was typed', () => {
    const { system, user } = quotesPrompt({ basePrompt: 'Be bold.', quoteCount: 2, focus: ' Tea\nonly ' });
    expect(system).toMatch(/^Be bold\.\n\n/);
    expect(system).toMatch(/Prompt Focus/);
    expect(system).toMatch(/must be a JSON array/);
    expect(system).toMatch(/HH:MM:SS, two seconds before the quote begins/);
    expect(system).toMatch(/exactly 2 quotations\.$/);
    expect(user).toBe('Tea\nonly');
    expect(quotesPrompt({ basePrompt: '', quoteCount: 1, focus: '' }).system).toMatch(
      /^Quote.*exactly 1 quotation\.$/s,
    );
  });
});

describe(searchPrompt, () => {
  const chapter = { quotes: [{ text: 'First.', at: 1 }, { text: 'Last.' }] };
  const input = {
    basePrompt: 'Answer briefly.',
    chapter,
    summary: 'All of it.',
    question: 'What was first?',
  };

  it('sends the quotes of the chapter and the summary of the video as context', () => {
    const prompt = searchPrompt(input);
    expect(prompt).toEqual({
      system: 'Answer briefly.',
      context: 'Chapter-specific Quotes:\n“First.”\n“Last.”\n\nOverall Video Summary:\nAll of it.',
      user: 'What was first?',
    });
    expect(shownSystem(prompt)).toBe(`Answer briefly.\n\n${String(prompt.context)}`);
  });

  it('sends the text of a person instead of the quotes, and (none) for empty parts', () => {
    const edited = searchPrompt({ ...input, chapter: { ...chapter, searchQuotes: 'Mine.' } });
    expect(edited.context).toContain('Chapter-specific Quotes:\nMine.\n');
    const bare = searchPrompt({ ...input, basePrompt: '', chapter: { quotes: [] }, summary: '' });
    expect(shownSystem(bare)).toBe(
      `${defaultSearchPrompt}\n\nChapter-specific Quotes:\n(none)\n\nOverall Video Summary:\n(none)`,
    );
  });
});

it('limits the length of every part of every prompt', () => {
  const base = { basePrompt: long, quoteCount: 3 };
  const many = { quotes: Array.from({ length: 20 }, () => ({ text: 'y'.repeat(1_000) })) };
  const prompts = [
    quotesPrompt({ ...base, focus: long }),
    searchPrompt({ ...base, chapter: many, summary: long, question: long }),
    searchPrompt({ ...base, chapter: { quotes: [], searchQuotes: long }, summary: '', question: '' }),
    chaptersPrompt(long, 3),
    summaryPrompt(),
  ];
  for (const prompt of prompts) {
    const { user } = prompt;
    expect(shownSystem(prompt).length).toBeLessThan(promptLimit + 2 * searchTextLimit + 1_000);
    expect(user.length).toBeLessThanOrEqual(promptLimit);
  }
});

it('the chapters prompt has the number of quotations and the base prompt for them', () => {
  expect(chaptersPrompt('Be bold.', 2).system).toMatch(
    /Choose 2 quotations.*\n\nThe quotations:\nBe bold\.$/s,
  );
  expect(chaptersPrompt('', 1).system).not.toMatch(/The quotations:/);
  expect(summaryPrompt()).toMatchObject({ user: '' });
});

describe(withNames, () => {
  it('adds the names on a line at the end, and nothing without names', () => {
    const { system } = withNames(summaryPrompt(), ['Piketty', 'Node\u200B.js']);
    expect(system).toBe(`${summaryPrompt().system}\n\nNames as written: Piketty, Node.js`);
    expect(withNames(summaryPrompt(), [])).toEqual(summaryPrompt());
  });

  it('has at most 100 names and 2,000 characters of them', () => {
    const listOf = (names: string[]) =>
      withNames(summaryPrompt(), names).system.split('Names as written: ')[1]!;
    expect(listOf(Array<string>(150).fill('A')).split(', ')).toHaveLength(100);
    expect(listOf(Array<string>(150).fill('x'.repeat(78)))).toHaveLength(25 * 80 - 2);
  });
});
