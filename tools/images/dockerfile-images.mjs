import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** @returns {Promise<string[]>} the apps of which apps/Dockerfile makes an image */
export async function imagesOfDockerfile() {
  const dockerfile = await readFile(join(root, 'apps/Dockerfile'), 'utf8');
  return [...dockerfile.matchAll(/^FROM \w+ AS for-(\S+)$/gm)].map(([, app]) => app);
}
