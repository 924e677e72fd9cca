import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';
import { correlationHeader, newCorrelationId } from '../../api/correlation.ts';
import { RequestError } from '../../api/post-json.ts';
import { readUserSession } from '../../api/user-session.ts';

interface DownloadOptions {
  /** Called with the number of bytes received so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Downloads everything that is stored about the signed-in user as one file. The total size is unknown beforehand,
 * because the server creates the file while it sends it.
 * @throws RequestError with the server's sentence; the reason of the signal when it was aborted
 */
async function downloadExport({ onProgress, signal }: DownloadOptions): Promise<Blob> {
  const token = readUserSession()?.token ?? '';
  const headers = { authorization: `Bearer ${token}`, [correlationHeader]: newCorrelationId() };
  const response = await fetch('/api/account/export', { headers, signal });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => null)) as { readonly msg?: string } | null;
    throw new RequestError(answer?.msg ?? '');
  }
  const parts: BlobPart[] = [];
  let bytes = 0;
  // A broken connection rejects here: half an archive is useless.
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: 'application/zip' });
    parts.push(value);
    bytes += value.byteLength;
    onProgress(bytes);
  }
}

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
      showToast({ kind: 'success', text: `Your data is in your downloads: ${formatBytes(archive.size)}.` });
    } catch (error) {
      if (!abort.signal.aborted)
        showToast({
          kind: 'error',
          text: (error as Error).message || 'The download is incomplete. Please try again.',
        });
    } finally {
      running.current = null;
      setBytes(null);
    }
  };

  return (
    <AccountSection id="data" title="Your data">
      <Note>
        One archive with everything that is stored about you: profile, ledger, and each video’s details,
        chapters and transcript. Also when your plan has ended.
      </Note>
      <Actions>
        <Button isBusy={bytes !== null} onClick={() => void download()}>
          Download my data
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
          {bytes === null ? '' : `Collecting: ${formatBytes(bytes)}`}
        </Note>
      </Actions>
    </AccountSection>
  );
}
