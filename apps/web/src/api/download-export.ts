import { correlationHeader, newCorrelationId } from './correlation.ts';
import { RequestError } from './post-json.ts';
import { readUserSession } from './user-session.ts';

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
export async function downloadExport({ onProgress, signal }: DownloadOptions): Promise<Blob> {
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
