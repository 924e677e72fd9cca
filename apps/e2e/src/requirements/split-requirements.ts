/** One sentence of a requirement document, from a paragraph, a bullet or a row of a table. */
export interface Requirement {
  /** The heading above it. */
  readonly section: string;
  /** Its text without markdown. */
  readonly sentence: string;
}

/** Splits a document into sentences, without the header rows of tables. */
export function splitRequirements(markdown: string): Requirement[] {
  const requirements: Requirement[] = [];
  let section = '';
  let isInTable = false;
  for (const line of markdown.split('\n').map((each) => each.trim())) {
    const isRow = line.startsWith('|');
    if (line.startsWith('#')) section = line.replace(/^#+ /, '');
    else if (line !== '' && (!isRow || (isInTable && !/^\|[\s|:-]+\|$/.test(line))))
      requirements.push(...sentencesOf(line).map((sentence) => ({ section, sentence })));
    isInTable = isRow;
  }
  return requirements;
}

/** A row is its cells one after the other; further sentences of the last cell are separate. */
function sentencesOf(line: string): string[] {
  const text = line
    .replace(/^- /, '')
    .replace(/^\| *(.*?) *\|$/, '$1')
    .replaceAll(/ *\| */g, ' | ')
    .replaceAll(/\\(?=\W)/g, '');
  const sentences: string[] = [];
  let begin = 0;
  for (const { index } of text.matchAll(/[.?!] (?=\S)|[.?!]' (?=[A-Z])/g)) {
    const end = text.indexOf(' ', index);
    if (isQuoting(text.slice(begin, end))) continue;
    sentences.push(text.slice(begin, end));
    begin = end + 1;
  }
  return [...sentences, text.slice(begin)];
}

/** Whether the text ends inside a quoted message, which must not be split. */
function isQuoting(text: string): boolean {
  const opened = text.match(/(?<![^\s(])'(?=\S)/g)?.length ?? 0;
  const closed = text.match(/(?<=\S)'(?![a-z])/g)?.length ?? 0;
  return opened > closed;
}
