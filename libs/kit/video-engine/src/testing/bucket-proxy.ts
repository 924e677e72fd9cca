import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../../../../tools/servers/server-process.mjs';

/** What happens to a request instead of being passed on. */
export type BucketFault =
  /** An answer of the proxy, with a code of S3. */
  | { readonly status: number; readonly code: string }
  /** The connection ends in the middle of the body, or when the server has answered, before its answer arrives. */
  | { readonly cut: 'body' | 'answer' };

/** A call of S3. */
export interface BucketCall {
  readonly method: string;
  /** Of the object, with the bucket. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bytes: number;
}

/** A server between an engine and its bucket that makes faults. */
export interface BucketProxy {
  readonly url: string;
  /** Before each request is passed on. */
  delayMs: number;
  /** Chooses the fault of a call; undefined passes it on. */
  faultOf: (call: BucketCall) => BucketFault | undefined;
  /** Ends all connections, and refuses new ones until {@link accept}. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/** Starts a proxy. The `Host` of requests stays as it is, because it is signed. */
export async function startBucketProxy(target: string): Promise<BucketProxy> {
  const port = await freePort();
  let server: Server | undefined;
  const proxy: BucketProxy = {
    url: `http://127.0.0.1:${String(port)}`,
    delayMs: 0,
    faultOf: () => undefined,
    async refuse() {
      const closed = server && once(server, 'close');
      server?.close();
      server?.closeAllConnections();
      await closed;
      server = undefined;
    },
    async accept() {
      if (server !== undefined) return;
      server = createServer((req, res) => {
        // A caller that has left is no failure of the proxy.
        serve(req, res).catch(() => req.destroy());
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (proxy.delayMs > 0) await sleep(proxy.delayMs);
    const { pathname, searchParams } = new URL(req.url ?? '/', target);
    const bytes = Number(req.headers['content-length'] ?? 0);
    const fault = proxy.faultOf({ method: req.method ?? '', path: pathname, query: searchParams, bytes });
    if (fault !== undefined && 'status' in fault) await answer(req, res, fault);
    else await pass(req, res, target, fault?.cut);
  };
  await proxy.accept();
  return proxy;
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, code }: { status: number; code: string },
): Promise<void> {
  req.resume();
  if (!req.readableEnded) await once(req, 'end');
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  res.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': body.length }).end(body);
}

async function pass(
  req: IncomingMessage,
  res: ServerResponse,
  target: string,
  cut: 'body' | 'answer' | undefined,
): Promise<void> {
  const options = { method: req.method, path: req.url, headers: req.rawHeaders, setHost: false };
  const upstream = request(target, options);
  upstream.on('error', () => res.destroy());
  res.once('close', () => upstream.destroy());
  if (cut === 'body') {
    const [piece] = (await once(req, 'data')) as [Buffer];
    upstream.write(piece, () => res.destroy());
    return;
  }
  req.pipe(upstream);
  const [from] = (await once(upstream, 'response')) as [IncomingMessage];
  if (cut === 'answer') {
    from.resume();
    await once(from, 'end');
    res.destroy();
    return;
  }
  res.writeHead(from.statusCode ?? 502, from.rawHeaders);
  from.on('error', () => res.destroy());
  from.pipe(res);
}
