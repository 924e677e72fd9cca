// Makes the data of a built checkout, and packs them: node make-fixture.ts CHECKOUT COMMIT ARCHIVE
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildAllInOne } from '../testing/product/all-in-one-product.ts';
import { fillProduct } from './fill-product.ts';

const [checkout, commit, archive] = process.argv.slice(2);
if (!checkout || !commit || !archive) throw new Error('Usage: make-fixture.ts CHECKOUT COMMIT ARCHIVE');

const dataDir = mkdtempSync(join(tmpdir(), 'vault-older-'));
const product = await buildAllInOne({ dataDir });
product.process('all-in-one').checkout = resolve(checkout);
try {
  await product.start();
  const expected = await fillProduct(product, commit);
  await product.stop();
  writeFileSync(join(dataDir, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  const files = ['expected.json', 'secrets.json', 'keys', 'store', 'log.sqlite', 'media'];
  execFileSync('tar', ['--use-compress-program=gzip -9n', '-cf', resolve(archive), '-C', dataDir, ...files]);
} finally {
  await product.end();
  rmSync(dataDir, { recursive: true, force: true });
}
