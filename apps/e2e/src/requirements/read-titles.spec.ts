import { readTitles } from './read-titles.ts';

describe('readTitles', () => {
  it('finds the words of titles, whatever they are made of', () => {
    const source = `
      describe("The user's list", () => { it(\`shows \${what} and more\`, () => read('no title')); });
      it('a' + ' b', async () => {});
      for (const [title] of [[proves('First.', 'Second.')]]) it(title, run);
    `;
    expect(readTitles(source)).toEqual([
      "The user's list",
      'shows   and more',
      'a  b',
      'First.',
      'Second.',
      '',
    ]);
  });
});
