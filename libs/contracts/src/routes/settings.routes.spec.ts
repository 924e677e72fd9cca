import { quotePromptBody, searchPromptBody } from './settings.routes.ts';

const quote = (change: object) =>
  quotePromptBody.safeParse({ customPrompt: 'Prefer numbers.', quoteCt: 2, ...change });
const problemOf = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

describe('a prompt', () => {
  it.each(['', 'abc', '  abc  ', 'abc\u0000', '\u200F\n\n\u202E'])('%j is too short', (customPrompt) => {
    const words = 'Please write a prompt of more than 3 characters.';
    expect(problemOf(searchPromptBody.safeParse({ customPrompt }))).toBe(words);
    expect(problemOf(quote({ customPrompt }))).toBe(words);
  });

  it.each([4, 4_000])('may be %d characters long', (length) => {
    expect(searchPromptBody.parse({ customPrompt: 'x'.repeat(length) }).customPrompt).toHaveLength(length);
  });

  it('is refused beyond 4,000 characters', () => {
    expect(searchPromptBody.safeParse({ customPrompt: 'x'.repeat(4_001) }).success).toBe(false);
  });

  it('keeps its line breaks', () => {
    expect(searchPromptBody.parse({ customPrompt: ' one\r\ntwo ' }).customPrompt).toBe('one\ntwo');
  });
});

describe('the number of quotes', () => {
  it.each([1, 2, 3, '1', '2', '3'])('can be %j', (quoteCt) => {
    expect(quote({ quoteCt }).data?.quoteCt).toBe(Number(quoteCt));
  });

  it.each([0, 4, 1.5, -1, '0', '9'])('cannot be %j', (quoteCt) => {
    expect(problemOf(quote({ quoteCt }))).toBe('Please choose one, two or three quotes.');
  });

  it.each(['', '12', ' 2', 'two', null, true, [2], undefined, Number.NaN])('%j is no number', (quoteCt) => {
    expect(quote({ quoteCt }).success).toBe(false);
  });
});
