import { KafkaAdmin } from './kafka-admin.ts';
import type { RecordAdmin } from './kafka-types.ts';

it('closes the admin again after a request that was in flight, because its retry opens connections anew', async () => {
  const answer = Promise.withResolvers<string[]>();
  let isOpen = true;
  const close = () => Promise.resolve(void (isOpen = false));
  const recordAdmin: Partial<RecordAdmin> = { emptyGroups: () => answer.promise, close };
  const admin = new KafkaAdmin(() => Promise.resolve(recordAdmin as RecordAdmin));
  const request = admin.emptyGroups('prefix');
  await admin.close();
  expect(isOpen).toBe(false);

  isOpen = true;
  answer.resolve([]);
  await request;
  await new Promise(setImmediate);
  expect(isOpen).toBe(false);
});

it('closes the admin once, and again at the end, for all requests that fail together', async () => {
  let closed = 0;
  const recordAdmin: Partial<RecordAdmin> = {
    emptyGroups: () => Promise.reject(new Error('Connection closed')),
    close: () => Promise.resolve(void (closed += 1)),
  };
  let opened = 0;
  const open = () => Promise.resolve(void (opened += 1)).then(() => recordAdmin as RecordAdmin);
  const admin = new KafkaAdmin(open);
  const requests = Array.from({ length: 10 }, () => admin.emptyGroups('prefix'));
  await Promise.allSettled(requests);
  await new Promise(setImmediate);
  // Each request is tried twice, the second time with another admin.
  expect(opened).toBe(2);
  expect(closed).toBe(2 * opened);
});
