import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogInUseError } from '../event-errors.ts';
import { ConsumerLock } from './consumer-lock.ts';

describe('ConsumerLock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-lock-'));
  const file = join(folder, 'lock');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has one holder at a time', async () => {
    const first = await ConsumerLock.acquire(file, 0);
    await expect(ConsumerLock.acquire(file, 0)).rejects.toThrow(LogInUseError);
    first.release();
    const second = await ConsumerLock.acquire(file, 0);
    second.release();
  });

  it('waits for a predecessor that is closing', async () => {
    const first = await ConsumerLock.acquire(file, 0);
    const second = ConsumerLock.acquire(file, 10_000);
    setTimeout(() => {
      first.release();
    }, 20);
    (await second).release();
  });
});
