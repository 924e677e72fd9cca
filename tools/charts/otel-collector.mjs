// OpenTelemetry's Collector as a local program: Go builds it once, and it is kept in a cache.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.mjs';

const run = promisify(execFile);
const withinMs = 900_000;

/** @returns {Promise<string>} the program */
export async function ensureOtelCollector() {
  const program = join(cacheFolder(), 'otel-collector-0.162.0', 'otel-collector');
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' };
  const args = ['build', '-trimpath', '-mod=readonly', '-o', program, '.'];
  const cwd = join(import.meta.dirname, 'otel-collector');
  if (!existsSync(program)) await run('go', args, { env, timeout: withinMs, cwd });
  return program;
}
