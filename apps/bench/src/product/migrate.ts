import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf, spawnProgram } from '../../../e2e/src/testing/product-process.ts';
import type { Servers } from '../../../e2e/src/testing/test-servers.ts';

/** Creates the product's topics and indexes, as an operator does before the first start. */
export async function migrate(
  { KAFKA_BROKERS, MONGODB_URI: MONGO_URL }: Servers,
  namespace: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-migrate-'));
  const log = join(folder, 'migrate.log');
  try {
    const env = { KAFKA_BROKERS, MONGO_URL, NAMESPACE: namespace };
    const child = spawnProgram(programOf('migrate'), env, log);
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`migrate failed\n${readFileSync(log, 'utf8')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
