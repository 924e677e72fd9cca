import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogInUseError } from '../events/event-errors.ts';
import { ConsumerLock } from './consumer-lock.ts';

describe('ConsumerLock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-lock-'));
  const file = join(folder, 'lock');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has one holder at a time', async () => {
    const first = await ConsumerLock.acquire(file, 0);
    await expect(ConsumerLock.acquire(file, 0)).rejects.toThrow(LogInUseError);
    first.release();
    const second = await ConsumerLock.acquire(file, 0);
    second.release();
  });

  it('reports at once that the file cannot be opened, and not as another process', async () => {
    const begin = performance.now();
    const acquired = ConsumerLock.acquire(join(folder, 'missing', 'lock'), 60_000);
    await expect(acquired).rejects.toThrow('unable to open database file');
    expect(performance.now() - begin).toBeLessThan(30_000);
  });

  it('does not wait for a file that is no lock', async () => {
    writeFileSync(join(folder, 'text'), 'no database'.repeat(100));
    await expect(ConsumerLock.acquire(join(folder, 'text'), 60_000)).rejects.toThrow('not a database');
  });

  it('waits for a predecessor that is closing', async () => {
    const first = await ConsumerLock.acquire(file, 0);
    const second = ConsumerLock.acquire(file, 10_000);
    setTimeout(() => first.release(), 20);
    (await second).release();
  });
});
