import { afterAll, expect, test } from '@jest/globals';
import { Mongoose } from 'mongoose';

import { useMongod } from '../../../../../tools/servers/mongod.mjs';
import { DatabaseClock } from './database-clock.ts';

const server = await useMongod();
const connection = await new Mongoose().createConnection(server.uri).asPromise();
afterAll(async () => {
  await connection.close();
  await server.stop();
});

test('it is the time of a MongoDB server', async () => {
  const clock = DatabaseClock.of(connection);
  await clock.start();
  clock.stop();
  expect(clock.isKnown).toBe(true);
  // Server and spec are on one machine; an answer takes at most 2 s.
  expect(Math.abs(clock.skewMs)).toBeLessThan(1100);
  expect(clock.isSkewed).toBe(false);
});

test('a connection that is not open yet has no time, and start() asks until it has', async () => {
  const later = new Mongoose().createConnection();
  const clock = DatabaseClock.of(later);
  const started = clock.start();
  expect(clock.isKnown).toBe(false);
  await later.openUri(server.uri);
  await started;
  expect(clock.isKnown).toBe(true);
  clock.stop();
  await later.close();
});
