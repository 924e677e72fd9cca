import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { answer } from '@vault/platform';
import { allowOtherSites } from '@vault/platform/http';
import { AppError } from '@vault/base';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebDocuments } from './web-documents.ts';
import type { SiteFacts } from './web-documents.ts';

const yearMs = 365 * 24 * 60 * 60 * 1_000;

export interface WebBuildOptions extends SiteFacts {
  /** The folder of the build. */
  readonly webDir: string;
}

/** Serves the built web app: files, prerendered public pages, and the app for its other addresses; 404 for all else. */
export async function useWebBuild(
  fastify: FastifyInstance,
  { webDir, ...facts }: WebBuildOptions,
): Promise<void> {
  const root = resolve(webDir);
  if (!existsSync(join(root, 'index.html'))) return;
  const documents = new WebDocuments(root, facts);
  await fastify.register(fastifyStatic, { root, serve: false, preCompressed: true });
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === '/api' && isNavigation(request)) return reply.redirect('/api/docs');
    if (path === '/api' || path.startsWith('/api/')) {
      answer(reply, new AppError('not-found', 'This address does not exist.'));
      return reply;
    }
    const text = documents.sendText(path, request, reply);
    if (text) return text;
    return isFile(path) ? sendAsset(reply, path) : documents.sendPage(path, request, reply);
  });
}

/** Whether a browser opens the address as a page. */
function isNavigation(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Addresses of the app have no file extension. */
function isFile(path: string): boolean {
  return /\.[A-Za-z0-9]+$/.test(path) && !path.endsWith('.html');
}

/** Files in `/assets` have a hash of their content in their names, so they never change. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = path.startsWith('/assets/');
  // Fonts of public pages, which other sites show in frames.
  if (path.endsWith('.woff2')) allowOtherSites(reply);
  return reply.sendFile(path, isHashed ? { maxAge: yearMs, immutable: true } : { maxAge: 0 });
}
