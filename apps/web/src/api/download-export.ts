import { correlationHeader, newCorrelationId } from './correlation.ts';
import { RequestError } from './post-json.ts';
import { readUserSession } from './user-session.ts';

interface DownloadOptions {
  /** Called with the bytes that have come so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Everything that is kept about whoever is signed in, as one file. How much will come nobody knows beforehand: it is
 * written while it is sent.
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
  // A line that breaks rejects here: half an archive is none.
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: 'application/zip' });
    parts.push(value);
    bytes += value.byteLength;
    onProgress(bytes);
  }
}
