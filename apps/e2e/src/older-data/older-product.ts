import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Product } from '../testing/product/product.ts';
import { buildProduct } from '../testing/product/start-product.ts';
import { readStore } from '../testing/stores/media-data.ts';
import { ServerData } from '../testing/stores/server-data.ts';
import type { ExpectedData } from './expected-data.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures');
const services = ['admin', 'auth', 'chaptering', 'clip', 'portal', 'search', 'upload'] as const;

export interface OlderProduct {
  readonly product: Product;
  readonly expected: ExpectedData;
}

/** A product of this version, not started, with the data of an older one. */
export async function buildOlderProduct(fixture: string): Promise<OlderProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-older-'));
  execFileSync('tar', ['-xzf', join(fixtures, `${fixture}.tar.gz`), '-C', folder]);
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ExpectedData;
  const product = await buildProduct({ dataDir: folder });
  const stored = product.stored();
  if (stored instanceof ServerData) await fillServers(stored, folder, product.mediaDir);
  return { product, expected };
}

/** As if the older version had run on servers. */
async function fillServers({ namespace }: ServerData, folder: string, mediaDir: string): Promise<void> {
  mkdirSync(mediaDir, { recursive: true });
  cpSync(join(folder, 'media'), mediaDir, { recursive: true });
  await namespace.withMongo(async (client) => {
    for (const service of services)
      for (const [name, documents] of Object.entries(documentsOf(folder, service)))
        if (documents.length > 0)
          await client.db(namespace.databaseOf(service)).collection(name).insertMany(documents);
  });
}

/** A service that the older version did not have has no documents. */
function documentsOf(folder: string, service: string): ReturnType<typeof readStore> {
  try {
    return readStore(join(folder, 'store', `${service}.sqlite`));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
