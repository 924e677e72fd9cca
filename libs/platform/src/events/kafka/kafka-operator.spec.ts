import { KafkaOperator } from './kafka-operator.ts';
import type { RecordAdmin } from './kafka-types.ts';

it('closes the admin again after a request that was in flight, because its retry opens connections anew', async () => {
  const answer = Promise.withResolvers<string[]>();
  let isOpen = true;
  const close = () => Promise.resolve(void (isOpen = false));
  const admin: Partial<RecordAdmin> = { emptyGroups: () => answer.promise, close };
  const operator = new KafkaOperator(() => Promise.resolve(admin as RecordAdmin));
  const request = operator.emptyGroups('prefix');
  await operator.close();
  expect(isOpen).toBe(false);

  isOpen = true;
  answer.resolve([]);
  await request;
  await new Promise(setImmediate);
  expect(isOpen).toBe(false);
});
