// kube-score as a local program: Go builds it once, and it is kept in a cache.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.mjs';

const run = promisify(execFile);
const module = 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0';
const withinMs = 900_000;

/** @returns {Promise<string>} the program */
export async function ensureKubeScore() {
  const cache = cacheFolder();
  const folder = join(cache, 'kube-score-1.20.0');
  const program = join(folder, 'kube-score');
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
  if (!existsSync(program)) await run('go', ['install', module], { env, timeout: withinMs, cwd: '/' });
  return program;
}
