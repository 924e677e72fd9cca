import type { ListedFile } from './list-files.ts';
import type { ComparedCollection } from './move-stores.ts';
import { inMegabytes } from './progress.ts';

/** Digits of a hash that the table shows. */
const shownDigits = 16;

/** A table of what was compared, with a line for each collection. */
export function tableOf(
  collections: readonly ComparedCollection[],
  media: readonly ListedFile[],
  different: readonly string[],
): string[] {
  const bytes = media.reduce((sum, { size }) => sum + size, 0);
  const rows = [
    ['what', 'moved', 'of', 'SHA-256', ''],
    ...collections.map(({ name, source, target, isSame }) => [
      name,
      String(target.count),
      String(source.count),
      source.sha256.slice(0, shownDigits),
      isSame ? 'same' : 'DIFFERENT',
    ]),
    [
      'media files',
      String(media.length - media.filter(({ path }) => different.includes(path)).length),
      String(media.length),
      inMegabytes(bytes),
      different.length === 0 ? 'same' : 'DIFFERENT',
    ],
  ];
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
