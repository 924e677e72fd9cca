import { inMegabytes } from '@vault/platform';
import type { ComparedCollection } from './move-stores.ts';

/** Digits of a hash that the table shows. */
const shownDigits = 16;

/** Media that were compared. */
interface ComparedMedia {
  readonly name: string;
  readonly count: number;
  readonly bytes: number;
  /** How many of them are the same in the target. */
  readonly same: number;
  readonly isSame: boolean;
}

/** A table of what was compared, with a line for each collection. */
export function tableOf(collections: readonly ComparedCollection[], media: ComparedMedia): string[] {
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
      media.name,
      String(media.same),
      String(media.count),
      inMegabytes(media.bytes),
      media.isSame ? 'same' : 'DIFFERENT',
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
