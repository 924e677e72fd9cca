import fc from 'fast-check';
import { foldText } from '@vault/contracts';
import { contextLine, snippetAround } from './snippet.ts';

const filler = (letter: string, count: number) =>
  Array.from({ length: count }, () => letter.repeat(5)).join(' ');

describe(snippetAround, () => {
  it('is the whole original text when it is short', () => {
    expect(snippetAround('Pricing is the FASTEST lever', ['fastest'])).toBe('Pricing is the FASTEST lever');
  });

  it('is a window of whole words in a long text', () => {
    const snippet = snippetAround(`${filler('x', 100)} The Keyword stands here ${filler('y', 100)}`, [
      'absent',
      'keyword',
    ]);
    expect(snippet).toMatch(/^…(x{5} )+The Keyword stands here( y{5})+…$/);
    expect(snippet.length).toBeLessThan(240);
  });

  it('starts or ends with the text when the keyword does', () => {
    expect(snippetAround(`Keyword ${filler('y', 100)}`, ['keyword'])).toMatch(/^Keyword( y{5})+…$/);
    expect(snippetAround(`${filler('x', 100)} keyword`, ['keyword'])).toMatch(/^…(x{5} )+keyword$/);
  });

  it('property: contains the keyword and has a limited length, also when folding changes the length', () => {
    const some = fc.constantFrom(
      'İ',
      '\u00ad',
      'ﬁ',
      'e\u0301',
      'É',
      'ŉ',
      'ß',
      'a ',
      '🙂',
      'ΟΔΟΣ ',
      'J\u030c',
    );
    const text = fc.array(some, { minLength: 200, maxLength: 400 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const keyword = foldText('Needle 5');
        const snippet = snippetAround(`${before}NeEDLE 5${after}`, [keyword]);
        expect(foldText(snippet)).toContain(keyword);
        expect(snippet.length).toBeLessThan(300);
        expect(snippet.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe(contextLine, () => {
  it('is the adjacent end of a long line', () => {
    const line = `first ${filler('x', 100)} last`;
    expect(contextLine(line, 'before')).toMatch(/^…x.*last$/);
    expect(contextLine(line, 'after')).toMatch(/^first x.*x…$/);
    expect(contextLine('short', 'after')).toBe('short');
  });
});
