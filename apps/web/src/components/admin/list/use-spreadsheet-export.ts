import { csvLine } from '@vault/contracts';
import type { CsvCell } from '@vault/contracts';
import { useEffect, useRef, useState } from 'react';
import { saveText } from '../../../lib/browser/save-file.ts';
import { showAdminToast } from '../show-admin-toast.ts';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { formatNumber, countOf } from '../../../lib/format/format-number.ts';

const readFailed = 'Not all rows could be read. Please try again.';

/** The spreadsheet that a list is exported to. */
export interface SpreadsheetExport<Row> {
  /** The file name without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly cellsOf: (row: Row) => readonly CsvCell[];
}

/** Reads all rows and reports the progress. */
type ReadRows<Row> = (options: {
  readonly onProgress: (count: number, total: number) => void;
  readonly signal: AbortSignal;
}) => Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }>;

/** Progress of the read; null when none is running. */
type Progress = { readonly count: number; readonly total: number } | null;

/** Exports all rows of a list to a file or the clipboard. */
export function useSpreadsheetExport<Row>(
  { name, header, cellsOf }: SpreadsheetExport<Row>,
  readRows: ReadRows<Row>,
) {
  const [progress, setProgress] = useState<Progress>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const cancel = () => {
    reading.current?.abort();
    setProgress(null);
  };

  const read = async () => {
    const controller = new AbortController();
    reading.current = controller;
    setProgress({ count: 0, total: 0 });
    try {
      return await readRows({
        signal: controller.signal,
        onProgress: (count, total) => {
          if (!controller.signal.aborted) setProgress({ count, total });
        },
      });
    } finally {
      if (reading.current === controller) setProgress(null);
    }
  };

  const fail = (isCancelled: boolean, text: string) => {
    if (!isCancelled) showAdminToast('error', text);
  };
  const done = (sentence: string, count: number, isCut: boolean) => {
    showAdminToast(
      'success',
      isCut
        ? `${sentence} Only the first ${formatNumber(count)} rows are included. Filter the list to get the rest.`
        : sentence,
    );
  };

  const toText = (rows: readonly Row[], separator: ',' | '\t') =>
    [header, ...rows.map(cellsOf)].map((cells) => csvLine(cells, separator)).join('');

  const save = async () => {
    try {
      const { rows, isCut } = await read();
      // Spreadsheets need the byte order mark to detect UTF-8.
      saveText(`\uFEFF${toText(rows, ',')}`, `${name}.csv`, 'text/csv;charset=utf-8');
      done(`${countOf(rows.length, 'row')} exported.`, rows.length, isCut);
    } catch {
      fail(reading.current?.signal.aborted ?? false, readFailed);
    }
  };

  const copy = async () => {
    const all = read();
    const text = all.then(({ rows }) => toText(rows, '\t'));
    try {
      await copyLater(text);
      const { rows, isCut } = await all;
      done(`${countOf(rows.length, 'row')} copied.`, rows.length, isCut);
    } catch {
      const isRead = await all.then(
        () => true,
        () => false,
      );
      fail(
        reading.current?.signal.aborted ?? false,
        isRead ? 'The browser blocked copying. Export the CSV file instead.' : readFailed,
      );
    }
  };

  return { progress, save, copy, cancel };
}

/**
 * Copies a text that is still being created. A browser allows copying only for a short time after a click, so it gets
 * the promise of the text at once, if it supports promises.
 * @throws the reason that `text` rejects with, or an error when the browser does not allow copying
 */
async function copyLater(text: Promise<string>): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard || typeof ClipboardItem === 'undefined') {
    await copyText(await text);
    return;
  }
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  // If the text itself failed, throw its reason: it explains more than the clipboard's error.
  await clipboard.write([new ClipboardItem({ 'text/plain': blob })]).catch(async (error: unknown) => {
    await text;
    throw error;
  });
}
