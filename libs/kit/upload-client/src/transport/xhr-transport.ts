import type { TransportReply, TransportRequest } from './transport.ts';

/**
 * The browser's transport. It uses XMLHttpRequest, because fetch does not report how much of a body has been sent.
 * By the Fetch standard, a 308 without `Location` is not followed as a redirect.
 */
export function xhrTransport(request: TransportRequest): Promise<TransportReply> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const abort = (): void => xhr.abort();
    xhr.open('PUT', request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => request.onSent(event.loaded);
    // Fires once, after load, error and abort alike.
    xhr.onloadend = () => {
      request.signal.removeEventListener('abort', abort);
      resolve({ status: xhr.status, header: (name) => readHeader(xhr, name) });
    };
    request.signal.addEventListener('abort', abort);
    xhr.send(request.body);
  });
}

/** Browsers log an error when a page reads a header that another origin does not expose. */
function readHeader(xhr: XMLHttpRequest, name: string): string | null {
  const exposed = xhr.getAllResponseHeaders().toLowerCase().split('\r\n');
  const isExposed = exposed.some((line) => line.startsWith(`${name.toLowerCase()}:`));
  return isExposed ? xhr.getResponseHeader(name) : null;
}
