import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose } from 'mongoose';
import { describeStoredOutcomes } from './stored-outcomes.contract.ts';

describeStoredOutcomes('the embedded store', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'outcomes-store-'));
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
