import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, correlationHeader, correlationId, withCorrelation, type Logger } from '@vault/base';
import { toErrorEnvelope } from '@vault/contracts';
import { applyBodyLimits } from './body-limit.ts';
import { answer, fromThrown } from './error.filter.ts';
import { drainBodies } from './drain-bodies.ts';
import { addFormParser, refuseOtherBodies } from './form-body.ts';
import { trackRequests } from './drain-server.ts';
import { observeRequest, rememberRoutes, type RequestObserver } from './observe-requests.ts';

const answers: Readonly<Record<string, readonly [status: string, msg: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request has too many headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Answers bytes that are not a valid request with the error envelope, and closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, msg] = answers[error.code ?? ''] ?? ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify(toErrorEnvelope(new AppError('invalid-input', msg)));
  const head = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
  socket.destroySoon();
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A plain request handler under a path prefix that bypasses the web framework, for example for video streams. */
export interface Mount {
  readonly prefix: string;
  readonly handle: RequestHandler;
}

/** Time limits for clients, in milliseconds. */
export interface HttpLimits {
  /** From the connection to the last header. */
  readonly headersWithinMs: number;
  /** From the headers to the last byte of the body; not on mounts, where a chunk may take long on a slow connection. */
  readonly bodyWithinMs: number;
  /** Time without data on a connection during a request, including mounts. */
  readonly idleMs: number;
}

export interface HttpServerOptions {
  readonly mounts: readonly Mount[];
  /** The number of proxies in front that add to `X-Forwarded-For`; 0 ignores the header. */
  readonly trustedProxies: number;
  readonly limits?: Partial<HttpLimits>;
  readonly observer?: RequestObserver | undefined;
  /** Logs a line for each request. */
  readonly logger?: Logger | undefined;
}

/** The maximum size of a JSON body on a route without one of its own. */
const bodyLimitBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
/** Bounds the memory that connections use. */
const maxConnections = 10_000;
/** Seconds after which a client retries when a service is unavailable: the interval in which callers probe it. */
const retryAfter = '1';
const defaultLimits: HttpLimits = { headersWithinMs: 15_000, bodyWithinMs: 20_000, idleMs: 120_000 };

/** Accepts only JSON, but for routes that take a form: a browser would send one of another site without a CORS preflight. */
class JsonFastifyAdapter extends FastifyAdapter {
  override registerParserMiddleware(prefix?: string, rawBody?: boolean): void {
    super.registerParserMiddleware(prefix, rawBody);
    const fastify = this.getInstance<FastifyInstance>();
    fastify.removeContentTypeParser('application/x-www-form-urlencoded');
    addFormParser(fastify);
  }
}

/** A Fastify adapter on a server that handles the mounts first. */
export function createHttpAdapter(options: HttpServerOptions): FastifyAdapter {
  const { trustedProxies } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const adapter = new JsonFastifyAdapter({
    bodyLimit: bodyLimitBytes,
    // The number of hops from this process; with `true` the client could choose its own address.
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // Errors for invalid addresses do not reach the error filter.
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) =>
      answer(reply, fromThrown(error)),
    serverFactory: (handler: RequestHandler) => createMountingServer({ ...options, limits }, handler),
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  rememberRoutes(fastify);
  applyBodyLimits(fastify);
  refuseOtherBodies(fastify);
  drainBodies(fastify, limits.bodyWithinMs / 2);
  addRetryAfter(fastify);
  return adapter;
}

/** Adds `retry-after` to a 503 that has none. */
function addRetryAfter(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', retryAfter);
    done();
  });
}

type BoundedOptions = HttpServerOptions & { readonly limits: HttpLimits };

function createMountingServer(options: BoundedOptions, handler: RequestHandler): Server {
  const { mounts, observer, logger, limits } = options;
  const checkEveryMs = Math.min(5_000, limits.headersWithinMs);
  const server = createServer({ maxHeaderSize: maxHeaderBytes, connectionsCheckingInterval: checkEveryMs });
  trackRequests(server);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const mount = mounts.find(({ prefix }) => isUnder(prefix, request.url));
    withCorrelation(request.headers[correlationHeader]?.toString(), () => {
      observeRequest({ request, response, prefix: mount?.prefix }, observer, logger, () => {
        if (mount) {
          request.url = request.url?.slice(mount.prefix.length) ?? '/';
          mount.handle(request, response);
          return;
        }
        boundReading(request, limits.bodyWithinMs);
        response.setHeader(correlationHeader, correlationId());
        handler(request, response);
      });
    });
  });
  server.requestTimeout = 0;
  server.headersTimeout = limits.headersWithinMs;
  server.timeout = limits.idleMs;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = maxConnections;
  return server;
}

function isUnder(prefix: string, url = ''): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`);
}

/** Closes the connection of a client that sends its body too slowly: such requests would use memory without end. */
function boundReading(request: IncomingMessage, withinMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, withinMs);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
}
