import { revokeLater } from './revoke-later.ts';

/** Request timeout: the server creates a picture on request, and requests may queue. */
const usualTimeoutMs = 30_000;

interface SaveOptions {
  /** Of the user, for a file that only the user may have. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Lets the browser download what an address of this origin answers. @param name used unless the answer has a name */
export function follow(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  follow(address, name);
  revokeLater(address);
}

/** Downloads a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}

/**
 * Downloads a file under a name. It is fetched first, because a link can neither rename a file of another origin nor
 * report a failure.
 * @throws when the file cannot be fetched; `data` is what the server answered
 */
export async function saveFile(
  url: string,
  name: string,
  { token, headers: given = {}, timeoutMs = usualTimeoutMs }: SaveOptions = {},
): Promise<void> {
  const headers: HeadersInit = token === undefined ? given : { ...given, authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) {
    const data = (await answer.json().catch(() => undefined)) as unknown;
    throw Object.assign(new Error(`Fetching ${name} failed with status ${String(answer.status)}.`), { data });
  }
  saveBlob(await answer.blob(), name);
}

/**
 * Lets the browser download a file of any size under a name, without loading it into the page. The name is also sent to
 * the video host, because for files of another origin the browser uses the name that this origin sends.
 */
export function downloadFile(url: string, name: string): void {
  const address = new URL(url, window.location.href);
  address.searchParams.set('download', name);
  follow(address.href, name);
}
