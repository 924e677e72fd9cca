import { readFile } from 'node:fs/promises';
import { MemoryFile } from '../http/memory-file.ts';
import { fontStyles, PageFiles, readPageFile } from '../http/page-files.ts';

/** The page, and its files. */
export interface DocsFiles {
  readonly page: MemoryFile;
  readonly files: PageFiles;
}

const own = new URL('./docs-page/', import.meta.url);

/** Reads the page of the API document; it uses the fonts of the web build. */
export async function readDocsFiles(webDir: string): Promise<DocsFiles> {
  const reader = new URL('./', import.meta.resolve('swagger-ui-dist'));
  const files = new PageFiles(
    '/api/docs',
    new Map([
      ['fonts.css', await fontStyles(webDir)],
      await readPageFile('swagger-ui.css', reader),
      await readPageFile('swagger-ui-bundle.js', reader),
      await readPageFile('page.css', own),
      await readPageFile('page.js', own),
    ]),
  );
  const html = files.fill(await readFile(new URL('page.html', own), 'utf8'));
  return { page: new MemoryFile(Buffer.from(html), 'text/html; charset=utf-8'), files };
}
