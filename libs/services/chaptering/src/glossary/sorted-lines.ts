/** Looks lines up by their first word in a text whose lines are in order: it takes less memory than a map of them. */
export class SortedLines {
  /** @param text with a line end after each line */
  constructor(private readonly text: string) {}

  /** What follows a word and a space on its line, empty when nothing does; undefined for an unknown word. */
  find(word: string): string | undefined {
    let [low, high] = [0, this.text.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const from = this.text.lastIndexOf('\n', middle - 1) + 1;
      const to = this.text.indexOf('\n', from);
      const [first, rest] = splitOnce(this.text.slice(from, to));
      if (first === word) return rest;
      if (first < word) low = to + 1;
      else high = from;
    }
    return undefined;
  }
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space === -1 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}
