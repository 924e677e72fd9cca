import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryFile } from '@vault/platform/http';

/** Font families by the prefix of their files in the web build. */
const families = { inter: 'Inter Variable', newsreader: 'Newsreader Variable' };

/** The files of a page. Their paths contain a hash of their content, so they never change. */
export class PageFiles {
  /** @param folder the address of the folder, such as `/api/docs` */
  constructor(
    private readonly folder: string,
    private readonly files: ReadonlyMap<string, MemoryFile>,
    /** The paths of the fonts of the page. */
    readonly fonts: readonly string[] = [],
  ) {}

  pathOf(name: string): string {
    return `${this.folder}/${this.files.get(name)?.hash ?? ''}/${name}`;
  }

  find(path: string): MemoryFile | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return this.pathOf(name) === path ? this.files.get(name) : undefined;
  }

  /** Replaces file names in double braces by their paths. */
  fill(template: string): string {
    return template.replaceAll(/\{\{([\w.-]+)\}\}/g, (_, name: string) => this.pathOf(name));
  }
}

/** The font files of the web build by family; a family is missing without the web build. */
export async function fontFiles(webDir: string): Promise<ReadonlyMap<string, string>> {
  const assets = join(webDir, 'assets');
  const names = existsSync(assets) ? await readdir(assets) : [];
  const found = Object.entries(families).map(([prefix, family]) => {
    const isFont = (name: string) =>
      name.startsWith(`${prefix}-latin-wght-normal`) && name.endsWith('.woff2');
    return [family, names.find(isFont)] as const;
  });
  return new Map(found.flatMap(([family, name]) => (name === undefined ? [] : [[family, name]])));
}

/** The path of a font file. */
export function fontPath(name: string): string {
  return `/assets/${name}`;
}

/** A style sheet with these fonts of the web build. Pages preload them; one that comes late is still used. */
export async function fontStyles(webDir: string): Promise<MemoryFile> {
  const faces = [...(await fontFiles(webDir))].map(
    ([family, name]) =>
      `@font-face { font-family: '${family}'; font-weight: 200 900; font-display: swap; src: url('${fontPath(name)}') format('woff2'); }`,
  );
  return textFile('fonts.css', faces.join('\n'));
}

/** A file of a page. */
export function textFile(name: string, text: string): MemoryFile {
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  return new MemoryFile(Buffer.from(text), `${type}; charset=utf-8`);
}

/** Reads a file of a page. @returns its name and the file */
export async function readPageFile(name: string, folder: URL): Promise<[string, MemoryFile]> {
  return [name, textFile(name, await readFile(new URL(name, folder), 'utf8'))];
}
