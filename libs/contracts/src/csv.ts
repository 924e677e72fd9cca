/** What a cell of a sheet may hold; null is empty. */
export type Cell = string | number | boolean | null;

/** What makes a spreadsheet take a text for a formula, or for something that it would rather not show. */
const formulaStart = /^[=+\-@\t\r]/;

/** A cell that a spreadsheet shows as it is, whatever somebody chose for a name or a title. */
function harmless(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return formulaStart.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as RFC 4180 has it: a header, lines that end in CRLF, quotes around what would break out of its cell. No cell
 * is read as a formula: what begins like one gets an apostrophe before it.
 * @param separator a tab for what is pasted into a sheet
 */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  separator: ',' | '\t' = ',',
): string {
  const line = (cells: readonly Cell[]) =>
    `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`;
  return [header, ...rows].map(line).join('');
}
