import type { UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from './api.ts';

const kib = 1_024;

export interface Media {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
}

/** Sends one PUT with the bytes from `from` to `to` (exclusive) of a file. */
export function putRange(
  api: Api,
  url: string,
  { bytes, type }: Media,
  from: number,
  to: number,
): Promise<Response> {
  const range = `bytes ${String(from)}-${String(to - 1)}/${String(bytes.length)}`;
  return fetch(new URL(url, api.origin), {
    method: 'PUT',
    headers: { 'content-type': type, 'content-range': range },
    body: bytes.subarray(from, to),
  });
}

/** Queries how many bytes the server has stored. */
export async function queryOffset(
  api: Api,
  url: string,
  total: number | '*' = '*',
): Promise<number | 'done'> {
  const headers = { 'content-range': `bytes */${String(total)}` };
  const response = await fetch(new URL(url, api.origin), { method: 'PUT', headers });
  await response.body?.cancel();
  if (response.status === 200) return 'done';
  if (response.status !== 308) throw new Error(`the status query answered ${String(response.status)}`);
  return offsetOf(response);
}

/** The next byte that a 308 answer expects. */
export function offsetOf(response: Response): number {
  const range = response.headers.get('range');
  return range === null ? 0 : Number(/^bytes=0-(\d+)$/.exec(range)![1]) + 1;
}

/** Sends a file in chunks, each from the offset that the server reports. */
export async function sendFile(api: Api, url: string, media: Media, chunkBytes = 256 * kib): Promise<void> {
  let from = 0;
  for (;;) {
    const response = await putRange(api, url, media, from, Math.min(from + chunkBytes, media.bytes.length));
    const text = await response.text();
    if (response.status === 200) return;
    if (response.status !== 308) throw new Error(`a chunk failed with ${String(response.status)}: ${text}`);
    const next = offsetOf(response);
    if (next <= from) throw new Error('the upload does not advance');
    from = next;
  }
}

export interface Uploaded {
  readonly session: UploadSession;
  /** The record as saved. */
  readonly video: VideoRecord;
}

/** Uploads a video as the uploader does: session, chunks, save. */
export async function uploadVideo(api: Api, media: Media, title: string): Promise<Uploaded> {
  const session = await api.openUpload();
  await sendFile(api, session.url, media);
  return { session, video: await api.save(session.id, { title }) };
}
