import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mongoose } from 'mongoose';
import { createEmbeddedDriver } from './index.ts';
import { describeMongoose } from './embedded-mongo.contract.ts';

describeMongoose('the embedded driver', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const mongoose = new Mongoose().setDriver(createEmbeddedDriver());
  const connection = await mongoose.createConnection(`sqlite:${folder}/store.sqlite`).asPromise();
  return {
    mongoose,
    connection,
    close: async () => {
      await connection.close();
      await rm(folder, { recursive: true });
    },
  };
});
