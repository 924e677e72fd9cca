import { readFile } from 'node:fs/promises';
import { MemoryFile } from '@vault/platform/http';
import { PageFiles, readPageFile } from '@vault/site';

/** The page, and its files. */
export interface DocsFiles {
  readonly page: MemoryFile;
  readonly files: PageFiles;
}

const own = new URL('./docs-page/', import.meta.url);

/** Reads the page of the API document: Swagger UI as it comes. */
export async function readDocsFiles(): Promise<DocsFiles> {
  const reader = new URL('./', import.meta.resolve('swagger-ui-dist'));
  const files = new PageFiles(
    '/api/docs',
    new Map([
      await readPageFile('swagger-ui.css', reader),
      await readPageFile('swagger-ui-bundle.js', reader),
      await readPageFile('page.js', own),
    ]),
  );
  const html = files.fill(await readFile(new URL('page.html', own), 'utf8'));
  return { page: new MemoryFile(Buffer.from(html), 'text/html; charset=utf-8'), files };
}
