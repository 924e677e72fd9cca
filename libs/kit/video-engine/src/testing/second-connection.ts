import { createEmbeddedDriver } from '@vault/embedded-mongo';
import type { Connection } from 'mongoose';
import { Mongoose } from 'mongoose';
import { catalogueFile } from '../catalogue/database.ts';

/** Another connection of this process to the file of an open catalogue, as to a database that engines share. */
export async function secondConnection(dataDir: string): Promise<Connection> {
  return await new Mongoose()
    .setDriver(createEmbeddedDriver())
    .createConnection(`sqlite:${catalogueFile(dataDir)}`, { autoIndex: false, autoCreate: false })
    .asPromise();
}
