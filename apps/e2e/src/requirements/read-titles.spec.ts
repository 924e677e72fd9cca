import { readTitles } from './read-titles.ts';

describe('readTitles', () => {
  it('reads the text of titles from all kinds of literals', () => {
    const source = `
      describe("The user's list", () => { it(\`shows \${what} and more\`, () => read('no title')); });
      it('a' + ' b', async () => {});
      for (const [title] of [[proves('First.', 'Second.')]]) it(title, run);
      it.each(['no title'])('%s is shown', (text) => expect(text.match('no title')).toBeNull());
    `;
    expect(readTitles(source)).toEqual([
      "The user's list",
      'shows   and more',
      'a  b',
      'First.',
      'Second.',
      '',
      '%s is shown',
    ]);
  });
});
