import { chakra } from '@chakra-ui/react';
import { Copy, Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useSpreadsheetExport } from './use-spreadsheet-export.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

/** Exports a list to the clipboard or a file; shows the progress and can be cancelled. */
export function SpreadsheetButtons<Row>({
  spreadsheet,
  readRows,
}: {
  spreadsheet: Parameters<typeof useSpreadsheetExport<Row>>[0];
  readRows: Parameters<typeof useSpreadsheetExport<Row>>[1];
}) {
  const { progress, save, copy, cancel } = useSpreadsheetExport(spreadsheet, readRows);
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
          {progress.total === 0
            ? 'Reading…'
            : `Reading ${formatNumber(progress.count)} of ${formatNumber(progress.total)} rows…`}
        </chakra.span>
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      </chakra.div>
    );
  return (
    <chakra.div display="flex" gap="2">
      <Tooltip text="All rows of this list, ready to paste into a spreadsheet">
        <Button icon={Copy} tone="quiet" onClick={() => void copy()}>
          Copy
        </Button>
      </Tooltip>
      <Tooltip text="All rows that match the current filters">
        <Button icon={Download} onClick={() => void save()}>
          Export CSV
        </Button>
      </Tooltip>
    </chakra.div>
  );
}
