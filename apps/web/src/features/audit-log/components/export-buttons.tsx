import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { downloadLog } from '../api/audit-log-api.ts';
import type { LogFilter, LogFormat } from '../api/audit-log-api.ts';

const formats: readonly { readonly format: LogFormat; readonly text: string }[] = [
  { format: 'csv', text: 'Export CSV' },
  { format: 'jsonl', text: 'Export JSON lines' },
];

/** Downloads all entries that fit the filter. */
export function ExportButtons({ filter }: { filter: LogFilter }) {
  const [busy, setBusy] = useState<LogFormat | null>(null);
  const save = async (format: LogFormat) => {
    if (busy !== null) return;
    setBusy(format);
    try {
      await downloadLog(format, filter);
    } catch (error) {
      const text = errorMessage(error, 'The log could not be exported. Please try again.');
      showToast({ kind: 'error', text });
    } finally {
      setBusy(null);
    }
  };
  return formats.map(({ format, text }) => (
    <Button
      key={format}
      size="small"
      tone="quiet"
      icon={FileDown}
      isBusy={busy === format}
      onClick={() => void save(format)}
    >
      {text}
    </Button>
  ));
}
