import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** Lets a route take larger bodies than others. @param bytes the maximum size */
export function BodyLimit(bytes: number): MethodDecorator {
  return RouteConfig({ bodyLimit: bytes });
}

/** Call it before the first route is added. */
export function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as { bodyLimit?: number };
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}
