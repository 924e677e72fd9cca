import fc from 'fast-check';
import { foldText } from '@vault/contracts';
import { nearLine, snippetAround } from './snippet.ts';

const filler = (letter: string, count: number) =>
  Array.from({ length: count }, () => letter.repeat(5)).join(' ');

describe(snippetAround, () => {
  it('is the whole of a short text, as it was written', () => {
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

  it('begins with the text or ends with it when the keyword stands there', () => {
    expect(snippetAround(`Keyword ${filler('y', 100)}`, ['keyword'])).toMatch(/^Keyword( y{5})+…$/);
    expect(snippetAround(`${filler('x', 100)} keyword`, ['keyword'])).toMatch(/^…(x{5} )+keyword$/);
  });

  it('holds the keyword however long the text becomes when it is folded, and is bounded', () => {
    const some = fc.constantFrom('İ', 'e\u0301', 'É', 'ŉ', 'ß', 'a ', '🙂', 'ΟΔΟΣ ', 'J\u030c');
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

describe(nearLine, () => {
  it('is the nearer end of a long line', () => {
    const line = `first ${filler('x', 100)} last`;
    expect(nearLine(line, 'before')).toMatch(/^…x.*last$/);
    expect(nearLine(line, 'after')).toMatch(/^first x.*x…$/);
    expect(nearLine('short', 'after')).toBe('short');
  });
});
