import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged. A path with an origin is sent to that origin. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const idleTimeoutMs = 20_000;

/** Sends requests that `fetch` would correct or refuse. */
export function sendRaw(
  origin: string,
  { method = 'GET', path: address, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const ownOrigin = /^https?:\/\/[^/]+/.exec(address)?.[0];
  const { hostname, port } = new URL(ownOrigin ?? origin);
  const path = address.slice(ownOrigin?.length ?? 0);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent: false, timeout: idleTimeoutMs });
    call.on('timeout', () => call.destroy(new Error(`no answer to ${method} ${path}`)));
    call.on('error', reject);
    call.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.end(body);
  });
}
