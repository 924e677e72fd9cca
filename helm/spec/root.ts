import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file's text, by its path in the repository. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Of the product, its charts and images. */
export const { version } = JSON.parse(read('package.json')) as { version: string };
