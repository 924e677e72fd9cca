/** A cell that spreadsheets would read as a formula is shown as text. */
const formula = /^[=+\-@\t\r]/;

/** One line of a CSV file (RFC 4180). Numbers stand as they are; words begin with ' where they would be a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell))).join(',')}\r\n`;
}

function quoted(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
