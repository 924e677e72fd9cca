import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryFile } from '../http/memory-file.ts';

/** The page, and its files by their paths, which contain a hash of their content. */
export interface DocsFiles {
  readonly page: MemoryFile;
  readonly byPath: ReadonlyMap<string, MemoryFile>;
}

const own = new URL('./docs-page/', import.meta.url);
const css = 'text/css; charset=utf-8';
const js = 'text/javascript; charset=utf-8';
/** Font families by the prefix of their files in the web build. */
const families = { inter: 'Inter Variable', newsreader: 'Newsreader Variable' };

/** Reads the page of the API document; it uses the fonts of the web build. */
export async function readDocsFiles(webDir: string): Promise<DocsFiles> {
  const reader = new URL('./', import.meta.resolve('swagger-ui-dist'));
  const read = async (name: string, folder: URL, type: string) =>
    [name, new MemoryFile(await readFile(new URL(name, folder)), type)] as const;
  const named = new Map([
    ['fonts.css', new MemoryFile(Buffer.from(await fontFaces(webDir)), css)],
    await read('swagger-ui.css', reader, css),
    await read('swagger-ui-bundle.js', reader, js),
    await read('page.css', own, css),
    await read('page.js', own, js),
  ]);
  return compose(await readFile(new URL('page.html', own), 'utf8'), named);
}

/** Replaces file names in the page by their paths. */
function compose(template: string, named: ReadonlyMap<string, MemoryFile>): DocsFiles {
  const pathOf = (name: string) => `/api/docs/${named.get(name)?.hash ?? ''}/${name}`;
  const html = template.replaceAll(/\{\{([\w.-]+)\}\}/g, (_, name: string) => pathOf(name));
  return {
    page: new MemoryFile(Buffer.from(html), 'text/html; charset=utf-8'),
    byPath: new Map([...named].map(([name, file]) => [pathOf(name), file])),
  };
}

/** Without the web build, the page falls back to system fonts. */
async function fontFaces(webDir: string): Promise<string> {
  const assets = join(webDir, 'assets');
  const files = existsSync(assets) ? await readdir(assets) : [];
  const faces = Object.entries(families).map(([key, family]) => {
    const file = files.find((name) => name.startsWith(`${key}-latin-wght-normal`) && name.endsWith('.woff2'));
    return file ? fontFace(family, `/assets/${file}`) : '';
  });
  return faces.join('\n');
}

function fontFace(family: string, url: string): string {
  return `@font-face { font-family: '${family}'; font-weight: 200 900; font-display: swap; src: url('${url}') format('woff2'); }`;
}
