import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const packages = resolve(import.meta.dirname, '../../../node_modules/@fontsource-variable');

function face(family: string, file: string): string {
  const bytes = readFileSync(join(packages, file)).toString('base64');
  return `@font-face { font-family: '${family}'; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes}); }`;
}

/** The product's fonts as CSS, for pages outside the product. */
export function ownFonts(): string {
  return [
    face('Inter', 'inter/files/inter-latin-wght-normal.woff2'),
    face('Newsreader', 'newsreader/files/newsreader-latin-wght-normal.woff2'),
  ].join('\n');
}
