import { apiDocument } from '@vault/contracts/openapi';
import { answer } from '@vault/platform';
import { MemoryFile } from '@vault/platform/http';
import { AppError } from '@vault/base';
import type { FastifyInstance } from 'fastify';
import { readDocsFiles, type DocsFiles } from './docs-files.ts';

export interface DocsOptions {
  /** The public address of the product; without it the server url of the document is relative. */
  readonly publicUrl: string | undefined;
}

/** Serves the OpenAPI document, and a page to read it and try calls. */
export function useDocs(fastify: FastifyInstance, { publicUrl }: DocsOptions): void {
  const servers = publicUrl === undefined ? {} : { servers: [{ url: new URL('/api', publicUrl).href }] };
  const json = JSON.stringify({ ...apiDocument, ...servers });
  const document = new MemoryFile(Buffer.from(json), 'application/json; charset=utf-8');
  fastify.get('/api/openapi.json', (request, reply) => document.send(request, reply, 'no-cache'));

  let reading: Promise<DocsFiles> | undefined;
  // Two megabytes that few people need: read on the first request.
  const files = () => (reading ??= readDocsFiles());
  fastify.get('/api/docs', async (request, reply) => {
    const { page } = await files();
    return page.send(request, reply, 'no-cache');
  });
  fastify.get('/api/docs/:hash/:name', async (request, reply) => {
    const file = (await files()).files.find(request.url.split('?')[0] ?? '');
    if (file) return file.send(request, reply, 'public, max-age=31536000, immutable');
    answer(reply, new AppError('not-found', 'This address does not exist.'));
    return reply;
  });
}
