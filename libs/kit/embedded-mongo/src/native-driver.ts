import mongoose from 'mongoose';

/** The driver mongoose ships, whose connection and collection this one stands on; absent from mongoose's types. */
interface NativeDriver {
  Connection: unknown;
  Collection: unknown;
  BulkWriteResult: unknown;
}

/** Mongoose's own driver for MongoDB. */
export const nativeDriver = (mongoose as unknown as { driver: { get(): NativeDriver } }).driver.get();
