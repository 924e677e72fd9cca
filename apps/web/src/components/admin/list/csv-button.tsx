import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import type { ListRequest } from '../../../api/staff/list-page.ts';
import { staffSession } from '../../../api/staff/staff-session.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { showAdminToast } from '../show-admin-toast.ts';

/** The server reads a whole list for it. */
const timeoutMs = 10 * 60_000;

/** A list as a file that the server makes. */
export interface ListFile extends ListRequest {
  readonly name: string;
}

/** Downloads a list as a file for spreadsheets. */
export function CsvButton({ file: { name, url, params } }: { file: ListFile }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]));
    try {
      await saveFile(`/api${url}?${query.toString()}`, name, {
        token: staffSession.read()?.token,
        timeoutMs,
      });
    } catch (error) {
      showAdminToast('error', errorMessage(error, 'Not all rows could be read. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip text="All rows that match the current filters">
      <Button icon={Download} isBusy={isBusy} onClick={() => void save()}>
        Export CSV
      </Button>
    </Tooltip>
  );
}
