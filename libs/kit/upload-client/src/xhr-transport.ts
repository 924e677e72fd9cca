import type { TransportReply, TransportRequest } from './transport.ts';

/**
 * The browser's transport. XMLHttpRequest, not fetch: only it reports how much of a body has been sent.
 * A 308 without `Location` is delivered as it is, by the Fetch standard.
 */
export function xhrTransport(request: TransportRequest): Promise<TransportReply> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const abort = (): void => {
      xhr.abort();
    };
    xhr.open('PUT', request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      request.onSent(event.loaded);
    };
    // Fires once, after load, error and abort alike.
    xhr.onloadend = () => {
      request.signal.removeEventListener('abort', abort);
      resolve({ status: xhr.status, header: (name) => readHeader(xhr, name) });
    };
    request.signal.addEventListener('abort', abort);
    xhr.send(request.body);
  });
}

/** Browsers report it as an error when a page asks for a header that another origin does not show to it. */
function readHeader(xhr: XMLHttpRequest, name: string): string | null {
  const shown = xhr.getAllResponseHeaders().toLowerCase().split('\r\n');
  return shown.some((line) => line.startsWith(`${name.toLowerCase()}:`)) ? xhr.getResponseHeader(name) : null;
}
