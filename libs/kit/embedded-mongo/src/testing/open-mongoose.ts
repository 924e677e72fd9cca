import type { Connection, Mongoose } from 'mongoose';

/** An open store, used through the public mongoose API. */
export interface OpenMongoose {
  mongoose: Mongoose;
  connection: Connection;
  close: () => Promise<void>;
}
