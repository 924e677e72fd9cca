/** Content of a spreadsheet cell; null is empty. */
export type CsvCell = string | number | boolean | null;

/** First characters that make a spreadsheet read a text as a formula, or hide it. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * One line of RFC 4180: cells that contain commas, quotes or line breaks are quoted; CRLF at the end. A text
 * that begins like a formula gets an apostrophe before it, so that no name or title is executed (CSV injection).
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoted(escapeFormula(cell))).join(',')}\r\n`;
}

function escapeFormula(cell: CsvCell): string {
  const isFormula = typeof cell === 'string' && formulaStart.test(cell);
  return isFormula ? `'${cell}` : String(cell ?? '');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
