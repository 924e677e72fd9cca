import type { Quantity, Result } from '../benchmark.ts';

const headings = ['what', 'measured', 'reference', 'ratio', 'bound', 'verdict'];

/** Prints results as a table with notes below it. */
export function printTable(results: readonly Result[]): void {
  const rows = [headings, ...results.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  const [head = [], ...body] = rows;
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`]));
  const lines = ['', line(head), rule, ...body.map(line), '', ...notes, ''];
  process.stdout.write(`${lines.map((text) => text.trimEnd()).join('\n')}\n`);
}

function toCells({ name, measured, reference, ratio, bound, isMet }: Result): string[] {
  return [
    name,
    formatQuantity(measured),
    reference ? formatQuantity(reference) : '',
    ratio === undefined ? '' : ratio.toFixed(2),
    bound ?? '',
    isMet === undefined ? 'reported' : isMet ? 'met' : 'MISSED',
  ];
}

function formatQuantity({ value, unit }: Quantity): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
