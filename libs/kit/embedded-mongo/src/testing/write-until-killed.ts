import { writeSync } from 'node:fs';
import { Mongoose } from 'mongoose';
import { createEmbeddedDriver } from '../create-embedded-driver.ts';

/** Runs in its own process: writes as fast as possible and prints each acknowledged number on a line. */
const [uri = '', from = '0'] = process.argv.slice(2);
const mongoose = new Mongoose().setDriver(createEmbeddedDriver());
const connection = await mongoose.createConnection(uri).asPromise();
const entries = connection.collection<{ _id: number; text?: string; half?: number; count?: number }>(
  'entries',
);
await entries.createIndex({ half: 1 }, {}, {});

async function write(n: number): Promise<void> {
  await entries.insertOne({ _id: n, text: 'x'.repeat(n % 900), half: n >> 1 });
  await entries.findOneAndUpdate({ _id: -1 }, { $inc: { count: 1 } }, { upsert: true });
  writeSync(1, `${String(n)}\n`);
}

for (let n = Number(from); ; n += 4) await Promise.all([write(n), write(n + 1), write(n + 2), write(n + 3)]);
