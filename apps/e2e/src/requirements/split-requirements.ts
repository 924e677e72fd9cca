/** One thing that the product document says: a sentence, of a paragraph, a bullet or a row of a table. */
export interface Requirement {
  /** The heading above it. */
  readonly section: string;
  /** As it is written, without markdown. */
  readonly sentence: string;
}

/** Takes a document apart. The first row of a table only names its columns. */
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

/** A row reads as its cells one after the other: what the last of them says beyond its first sentence stands alone. */
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

/** Whether words that are shown to users have begun and not ended: their sentences are not the document's own. */
function isQuoting(text: string): boolean {
  const opened = text.match(/(?<![^\s(])'(?=\S)/g)?.length ?? 0;
  const closed = text.match(/(?<=\S)'(?![a-z])/g)?.length ?? 0;
  return opened > closed;
}
