import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answer, fromThrown } from '../errors/error.filter.ts';
import { correlationHeader, correlationId, withCorrelation } from '../logging/correlation.ts';
import { answerClientError } from './answer-client-error.ts';
import { drainBodies } from './drain-bodies.ts';
import { trackRequests } from './drain-server.ts';
import { observeRequest, rememberRoutes, type RequestObserver } from './observe-requests.ts';
import type { Logger } from '../logging/logger.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A plain request handler under a path prefix, before the web framework: a stream of video needs none of it. */
export interface Mount {
  readonly prefix: string;
  readonly handle: RequestHandler;
}

/** How long a client may take; milliseconds. */
export interface HttpLimits {
  /** From the connection to the last header. */
  readonly headersWithinMs: number;
  /** From the headers to the last byte of the body; not on mounts, where a chunk may take long on a slow line. */
  readonly bodyWithinMs: number;
  /** Silence on a connection in the middle of a request, mounts included. */
  readonly silenceMs: number;
}

export interface HttpServerOptions {
  readonly mounts: readonly Mount[];
  /** How many proxies in front add to `X-Forwarded-For`; 0 believes nobody. */
  readonly trustedProxies: number;
  readonly limits?: Partial<HttpLimits>;
  readonly observer?: RequestObserver | undefined;
  /** Gets a line for each request. */
  readonly logger?: Logger | undefined;
}

/** The largest JSON body any route takes. */
const bodyLimitBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
/** Past this a flood would take the memory of those who are being served. */
const maxConnections = 10_000;
/** Seconds after which a client asks again for what is away: as often as callers look whether it is back. */
const retryAfter = '1';
const defaultLimits: HttpLimits = { headersWithinMs: 15_000, bodyWithinMs: 20_000, silenceMs: 120_000 };

/** Takes JSON alone: a form of any other site could be sent here by a visitor's browser without asking. */
class JsonFastifyAdapter extends FastifyAdapter {
  override registerParserMiddleware(prefix?: string, rawBody?: boolean): void {
    super.registerParserMiddleware(prefix, rawBody);
    this.getInstance().removeContentTypeParser('application/x-www-form-urlencoded');
  }
}

/** A Fastify adapter on a server that serves the mounts first. */
export function createHttpAdapter(options: HttpServerOptions): FastifyAdapter {
  const { trustedProxies } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const adapter = new JsonFastifyAdapter({
    bodyLimit: bodyLimitBytes,
    // Counted from the near end, never `true`: with that the client itself would choose its address.
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // Addresses that cannot be routed at all never reach the error filter.
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) =>
      answer(reply, fromThrown(error)),
    serverFactory: (handler: RequestHandler) => createMountingServer({ ...options, limits }, handler),
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  rememberRoutes(fastify);
  drainBodies(fastify, limits.bodyWithinMs / 2);
  sayWhenToRetry(fastify);
  return adapter;
}

/** What is away says when to ask again, unless it has said so itself. */
function sayWhenToRetry(fastify: FastifyInstance): void {
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
      observeRequest({ request, response, prefix: mount?.prefix }, observer, logger);
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
  server.requestTimeout = 0;
  server.headersTimeout = limits.headersWithinMs;
  server.timeout = limits.silenceMs;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = maxConnections;
  return server;
}

function isUnder(prefix: string, url = ''): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`);
}

/** Cuts off who sends a body a byte at a time: such requests cost memory and never end by themselves. */
function boundReading(request: IncomingMessage, withinMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, withinMs);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
}
