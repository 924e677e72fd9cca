// Lets Node import the workspace's TypeScript sources: compiles them at the first import and caches by the text's hash.
// Replaces `@jest/globals` by the module in this folder.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';
import { swcOptions } from '../swc-options.mjs';

const cacheDir = fileURLToPath(new URL('../../node_modules/.vault/test-code/', import.meta.url));
const globals = new URL('./globals.mjs', import.meta.url).href;
const options = { ...swcOptions, sourceMaps: 'inline' };
const recipe = `${swc.version} ${JSON.stringify(options)}`;
mkdirSync(cacheDir, { recursive: true });

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (!url.startsWith('file:') || !/\.ts$/.test(url)) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

function compiled(filename) {
  const text = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update(recipe).update(filename).update(text).digest('hex');
  const cached = join(cacheDir, `${key}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = swc.transformSync(text, { ...options, filename });
    // Several processes may compile the same file, so it is written under another name and renamed.
    const draft = `${cached}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, cached);
    return code;
  }
}
