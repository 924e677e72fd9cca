/** Markup anywhere in a line. Tags, entities, templates and images are escaped at their first character. */
const inLine = /[\\`*_[\]~$]|<(?=[a-z/!?])|&(?=#?\w+;)|\{(?=[{%])|(?<=\{)\{/gi;
/** Markup only at the start of a line: headings, block quotes, lists, rules, tables. */
const atStart = /^(?:[#>+=|:-]|(\d{1,9})(?=[.)]))/;
/** Trailing hashes, which are markup in a heading. */
const closingHashes = /(?<=\s)#(?=#*$)/;

function escapeLine(line: string): string {
  return line
    .trim()
    .replace(inLine, '\\$&')
    .replace(closingHashes, '\\#')
    .replace(atStart, (start, digits?: string) => (digits === undefined ? `\\${start}` : `${digits}\\`));
}

/**
 * Escapes plain text for a Markdown document. Keeps line breaks; empty lines separate paragraphs. The result may be
 * used in paragraphs, headings and block quotes.
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
