import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { answer, AppError } from '@vault/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';

const yearMs = 365 * 24 * 60 * 60 * 1_000;

/** Serves the built web app: files as they are, the page itself for every address of the app. */
export async function useWebBuild(fastify: FastifyInstance, webDir: string): Promise<void> {
  const root = resolve(webDir);
  if (!existsSync(join(root, 'index.html'))) return;
  await fastify.register(fastifyStatic, { root, serve: false, preCompressed: true });
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/')) {
      answer(reply, new AppError('not-found', 'There is nothing at this address.'));
      return reply;
    }
    return isFile(path) ? sendAsset(reply, path) : sendPage(reply);
  });
}

function isFile(path: string): boolean {
  return /\.[A-Za-z0-9]+$/.test(path);
}

/** Names under `/assets` hold a hash of their content: they never change. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = path.startsWith('/assets/');
  return reply.sendFile(path, isHashed ? { maxAge: yearMs, immutable: true } : { maxAge: 0 });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
}
