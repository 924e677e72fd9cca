import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Of the product, its charts and images. */
export const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
