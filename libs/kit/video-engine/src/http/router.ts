import type { IncomingMessage, ServerResponse } from 'node:http';
import { idPattern } from '../common/ids.ts';
import type { Logger, VideoEngineOptions } from '../common/options.ts';
import { notFound, sendError, setCommonHeaders } from './answers/respond.ts';
import { type Exchange, readExchange } from './answers/route.ts';
import { authorise } from './authorise.ts';
import { deliverImage } from './delivery/deliver-image.ts';
import { deliverStream } from './delivery/deliver-stream.ts';
import type { DeliveryContext } from './delivery/delivery-context.ts';
import { routeAssets } from './rest/rest-assets.ts';
import type { RestContext } from './rest/rest-context.ts';
import { routeUploads } from './rest/rest-uploads.ts';
import { toHttpError, unexpected } from './to-http-error.ts';
import type { UploadHandler } from './upload-handler.ts';

/** Dependencies of the router. */
export interface RouterParts {
  rest: RestContext;
  delivery: DeliveryContext;
  uploads: UploadHandler;
  token: VideoEngineOptions['token'];
  resourcePolicy: string;
  isHttps: boolean;
  logger: Logger;
}

const maxDiscardedBytes = 64 * 1024 * 1024;

/** Passes each request to its route, and answers errors that the route throws. */
export class Router {
  private readonly parts: RouterParts;

  constructor(parts: RouterParts) {
    this.parts = parts;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // The code that reads or writes the body handles a lost client; these listeners only prevent an uncaught error.
    req.on('error', () => undefined);
    res.on('error', () => undefined);
    setCommonHeaders(res, this.parts);
    try {
      const exchange = readExchange(req, res);
      if (exchange === undefined || !(await this.dispatch(exchange))) throw notFound();
    } catch (error) {
      this.answerError(req, res, error);
    } finally {
      // An unread body would block the connection for the next request.
      req.resume();
    }
  }

  private async dispatch(exchange: Exchange): Promise<boolean> {
    const [area, ...rest] = exchange.path;
    if (area === 'uploads') return await this.receive(exchange, rest);
    if ((area === 'stream' || area === 'image') && this.allowOtherOrigins(exchange)) return true;
    if (area === 'stream') return await deliverStream(this.parts.delivery, exchange, rest);
    if (area === 'image') return await deliverImage(this.parts.delivery, exchange, rest);
    if (area !== 'video' || rest[0] !== 'v1') return false;
    authorise(exchange.req, this.parts.token);
    const [, collection, ...tail] = rest;
    if (collection === 'uploads') return await routeUploads(this.parts.rest, exchange, tail);
    return collection === 'assets' && (await routeAssets(this.parts.rest, exchange, tail));
  }

  /**
   * Players of other origins read playlists and byte ranges by script, which needs CORS headers. Some browsers ask first
   * whether `Range` may be sent; returns true when this request was such a preflight.
   */
  private allowOtherOrigins({ method, res }: Exchange): boolean {
    if (this.parts.resourcePolicy !== 'cross-origin') return false;
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', 'Content-Length, Content-Range');
    if (method !== 'OPTIONS') return false;
    res.setHeader('Access-Control-Allow-Headers', 'range');
    res.setHeader('Access-Control-Max-Age', '600');
    res.writeHead(204).end();
    return true;
  }

  private async receive(exchange: Exchange, rest: readonly string[]): Promise<boolean> {
    const [secret, ...more] = rest;
    if (secret === undefined || more.length > 0 || !idPattern.test(secret)) return false;
    await this.parts.uploads.handle(exchange.req, exchange.res, secret);
    return true;
  }

  private answerError(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    const httpError = toHttpError(error);
    if (httpError === undefined) this.parts.logger.error({ err: error }, 'a media request failed');
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    // A small refused body is read and discarded; for a large one the connection is closed.
    if (!req.complete && Number(req.headers['content-length'] ?? 0) > maxDiscardedBytes) {
      res.setHeader('Connection', 'close');
    }
    sendError(res, httpError ?? unexpected(error));
  }
}
