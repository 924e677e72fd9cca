/** Markup wherever it stands. A tag, an entity, a template and a picture are stopped at their first character. */
const inLine = /[\\`*_[\]~$]|<(?=[a-z/!?])|&(?=#?\w+;)|\{(?=[{%])|(?<=\{)\{/gi;
/** Markup only at the start of a line: headings, quotes, lists, rules, tables. */
const atStart = /^(?:[#>+=|:-]|(\d{1,9})(?=[.)]))/;
/** A heading may also end in hashes, which belong to its markup. */
const closingHashes = /(?<=\s)#(?=#*$)/;

function escapeLine(line: string): string {
  return line
    .trim()
    .replace(inLine, '\\$&')
    .replace(closingHashes, '\\#')
    .replace(atStart, (start, digits?: string) => (digits === undefined ? `\\${start}` : `${digits}\\`));
}

/**
 * Text that people wrote, for a Markdown document: it stays text, whatever it looks like. Lines stay lines, empty lines
 * part paragraphs. Works in paragraphs, headings and quotes.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map(escapeLine)
        .filter((line) => line !== '')
        .join('  \n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
