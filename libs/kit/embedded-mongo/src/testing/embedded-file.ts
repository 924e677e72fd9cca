import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mongoose, type Connection } from 'mongoose';
import { createEmbeddedDriver } from '../create-embedded-driver.ts';

/** A store in a temporary folder. */
export interface EmbeddedFile {
  mongoose: Mongoose;
  connection: Connection;
  uri: string;
  close: () => Promise<void>;
}

/** Opens a store in its own folder; sweeps every second. */
export async function openEmbeddedFile(): Promise<EmbeddedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const mongoose = new Mongoose().setDriver(createEmbeddedDriver());
  const uri = `sqlite:${folder}/store.sqlite?sweepSeconds=1`;
  const connection = await mongoose.createConnection(uri).asPromise();
  return {
    mongoose,
    connection,
    uri,
    close: async () => {
      await connection.close();
      await rm(folder, { recursive: true });
    },
  };
}
