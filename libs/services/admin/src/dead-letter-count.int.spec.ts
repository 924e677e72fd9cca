import { jest } from '@jest/globals';
import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startAdmin } from './testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

test('the dead letters are counted at most twice a minute', async () => {
  const admin = await startAdmin();
  const caller = await admin.signIn();
  const count = async () => (await admin.client.countDeadLetters({ caller })).count;
  expect(await count()).toBe(0);
  const { bus } = admin.running.infrastructure;
  // A command whose data is invalid becomes a dead letter at once.
  const data = { userId: 'ada', by: 'user' };
  const command = createMessage({ type: 'auth.delete-account.v1', source: 'admin', subject: 'ada', data });
  await bus.publish('auth.commands', [{ ...command, data: { userId: 5 } }]);
  await until(
    () => bus.countDeadLetters(),
    (letters) => letters === 1,
  );
  expect(await count()).toBe(0);
  admin.clock.passSeconds(31);
  expect(await count()).toBe(1);
  await bus.replayDeadLetters();
  expect(await count()).toBe(1);
  await admin.stop();
});
