import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { correlationHeader, withCorrelation } from '../logging/correlation.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A plain request handler under a path prefix, before the web framework: a stream of video needs none of it. */
export interface Mount {
  readonly prefix: string;
  readonly handle: RequestHandler;
}

export interface HttpServerOptions {
  readonly mounts: readonly Mount[];
  readonly trustProxy: boolean;
}

/** The largest JSON body any route takes. */
const bodyLimitBytes = 1024 * 1024;

/** A Fastify adapter on a server that serves the mounts first. */
export function createHttpAdapter({ mounts, trustProxy }: HttpServerOptions): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: bodyLimitBytes,
    trustProxy,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    serverFactory: (handler: RequestHandler) => createMountingServer(mounts, handler),
  });
}

function createMountingServer(mounts: readonly Mount[], handler: RequestHandler): Server {
  const server = createServer((request, response) => {
    const mount = mounts.find(
      ({ prefix }) => request.url === prefix || request.url?.startsWith(`${prefix}/`),
    );
    if (!mount) {
      withCorrelation(request.headers[correlationHeader]?.toString(), () => handler(request, response));
      return;
    }
    request.url = request.url?.slice(mount.prefix.length) ?? '/';
    mount.handle(request, response);
  });
  // A chunk may take long on a slow line: the time-out is on silence, not on the whole request.
  server.requestTimeout = 0;
  server.headersTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}
