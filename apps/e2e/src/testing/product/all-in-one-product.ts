import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstStaffEnv } from './first-staff.ts';
import { freePort } from '../shared/free-port.ts';
import { ProductProcess } from './product-process.ts';
import { Product, type ProductOptions } from './product.ts';
import { SqliteData } from '../stores/sqlite-data.ts';

/** The product as `npm start` runs it: one process with all data in its folder. */
export async function buildAllInOne({ dataDir: given, env, proxy }: ProductOptions): Promise<Product> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'vault-e2e-'));
  const process = new ProductProcess({
    name: 'all-in-one',
    app: 'all-in-one',
    port: await freePort(),
    logFile: join(dataDir, 'product.log'),
    env: { LOG_LEVEL: 'warn', SIGN_IN_RATE: '100000', ...firstStaffEnv, ...env, DATA_DIR: dataDir },
  });
  const pageOrigin = proxy ? await proxy.forwardTo(process.origin) : process.origin;
  return new Product({
    dataDir,
    isOwnFolder: given === undefined,
    processes: [process],
    gateways: [process],
    videoHost: process,
    pageOrigin,
    mediaOrigin: pageOrigin,
    mediaDir: join(dataDir, 'media'),
    webhookSecret: () => secretsOf(dataDir).MUX_WEBHOOK_SECRET!,
    stored: () => new SqliteData(dataDir),
    operatorEnv: { DATA_DIR: dataDir },
  });
}

function secretsOf(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
}
