/** What a cell of a sheet may hold; null is empty. */
export type CsvCell = string | number | boolean | null;

/** What makes a spreadsheet take a text for a formula, or for something that it would rather not show. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * A line as RFC 4180 has it: quotes around what would break out of its cell, CRLF at the end. No text is read as a
 * formula, whatever somebody chose for a name or a title: one that begins like a formula gets an apostrophe before it.
 * @param separator a tab for what is pasted into a sheet
 */
export function csvLine(cells: readonly CsvCell[], separator: ',' | '\t' = ','): string {
  return `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`;
}

function harmless(cell: CsvCell): string {
  const isFormula = typeof cell === 'string' && formulaStart.test(cell);
  return isFormula ? `'${cell}` : String(cell ?? '');
}

function quoted(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
