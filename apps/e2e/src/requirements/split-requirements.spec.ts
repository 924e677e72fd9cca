import { splitRequirements } from './split-requirements.ts';

const sentences = (markdown: string): string[] => splitRequirements(markdown).map(({ sentence }) => sentence);

describe('splitRequirements', () => {
  it('splits paragraphs and bullets into sentences, with their headings', () => {
    const markdown = '# Title\n\nOne. Two?\n\n## Part\n- Three; still three.\n- 4. four';
    expect(splitRequirements(markdown)).toEqual([
      { section: 'Title', sentence: 'One.' },
      { section: 'Title', sentence: 'Two?' },
      { section: 'Part', sentence: 'Three; still three.' },
      { section: 'Part', sentence: '4.' },
      { section: 'Part', sentence: 'four' },
    ]);
  });

  it('does not split messages that are shown to users', () => {
    const message = "It says 'Gone. Try again.', or 'Stop!' and 'Go!' too; the user's list stays.";
    expect(sentences(`${message} Then 'A. B.' And the end.`)).toEqual([
      message,
      "Then 'A. B.'",
      'And the end.',
    ]);
  });

  it('reads rows without the table’s head, and splits the sentences of the last cell', () => {
    const table = '| A | B |\n| --- | :-: |\n| one   | two |\n| three | four. Five |\n\nAfter';
    expect(sentences(table)).toEqual(['one | two', 'three | four.', 'Five', 'After']);
  });
});
