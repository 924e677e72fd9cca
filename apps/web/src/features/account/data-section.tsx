import { useEffect, useRef, useState } from 'react';
import { downloadExport } from '../../api/download-export.ts';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';

/** Downloads everything that is stored about the user as one file and shows the progress. */
export function DataSection() {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const download = async () => {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setBytes(0);
    try {
      const archive = await downloadExport({ onProgress: setBytes, signal: abort.signal });
      saveBlob(archive, `webinar-vault-${new Date().toISOString().slice(0, 10)}.zip`);
      showToast({ kind: 'success', text: words.downloaded(formatBytes(archive.size)) });
    } catch (error) {
      if (!abort.signal.aborted)
        showToast({ kind: 'error', text: (error as Error).message || words.downloadFailed });
    } finally {
      running.current = null;
      setBytes(null);
    }
  };

  return (
    <AccountSection id="data" title={words.data}>
      <Note>{words.dataText}</Note>
      <Actions>
        <Button aria-disabled={bytes !== null} onClick={() => void download()}>
          {bytes === null ? null : <Spinner />}
          {words.download}
        </Button>
        {bytes === null ? null : (
          <Button
            tone="quiet"
            onClick={() => {
              running.current?.abort();
            }}
          >
            {words.cancel}
          </Button>
        )}
        <Note role="status" fontVariantNumeric="tabular-nums">
          {bytes === null ? '' : words.downloading(formatBytes(bytes))}
        </Note>
      </Actions>
    </AccountSection>
  );
}
