import type { Connection, Mongoose } from 'mongoose';

/** One open store, seen through the public mongoose API. */
export interface OpenMongoose {
  mongoose: Mongoose;
  connection: Connection;
  close: () => Promise<void>;
}
