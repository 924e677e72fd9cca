import { chakra } from '@chakra-ui/react';
import { Copy, Download } from 'lucide-react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import { listStrings as words } from './list.strings.ts';
import { Tip } from './tip.tsx';
import { useSheet } from './use-sheet.ts';

/** Exports a list to the clipboard or a file; shows the progress and can be cancelled. */
export function SheetButtons<Row>({
  sheet,
  readRows,
}: {
  sheet: Parameters<typeof useSheet<Row>>[0];
  readRows: Parameters<typeof useSheet<Row>>[1];
}) {
  const { progress, save, copy, cancel } = useSheet(sheet, readRows);
  if (progress)
    return (
      <chakra.div display="flex" alignItems="center" gap="3" minHeight="40px">
        <chakra.span
          role="status"
          display="inline-flex"
          alignItems="center"
          gap="2"
          fontSize="sm"
          color="ink.muted"
          fontVariantNumeric="tabular-nums"
        >
          <Spinner />
          {progress.total === 0 ? words.readingFirst : words.reading(progress.count, progress.total)}
        </chakra.span>
        <Button size="small" onClick={cancel}>
          {words.cancel}
        </Button>
      </chakra.div>
    );
  return (
    <chakra.div display="flex" gap="2">
      <Tip text={words.copyTip}>
        <Button icon={Copy} tone="quiet" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </Tip>
      <Tip text={words.exportTip}>
        <Button icon={Download} onClick={() => void save()}>
          {words.exportCsv}
        </Button>
      </Tip>
    </chakra.div>
  );
}
