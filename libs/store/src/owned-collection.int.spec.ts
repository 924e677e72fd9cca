import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose } from 'mongoose';
import { describeOwnedCollection } from './owned-collection.contract.ts';

describeOwnedCollection('the embedded store', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'owned-store-'));
  const mongoose = new Mongoose();
  mongoose.setDriver(createEmbeddedDriver());
  const connection = await mongoose.createConnection(`sqlite:${join(dir, 'store.sqlite')}`).asPromise();
  return {
    connection,
    close: async () => {
      await connection.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
});
