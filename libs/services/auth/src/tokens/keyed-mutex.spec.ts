import { setImmediate as nextTick } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.ts';

describe(KeyedMutex, () => {
  it('runs work of one key in order, and work of other keys at the same time', async () => {
    const mutex = new KeyedMutex();
    const done: string[] = [];
    const work = (name: string, rounds: number) => async () => {
      for (let round = 0; round < rounds; round += 1) await nextTick();
      done.push(name);
    };
    await Promise.all([
      mutex.run('a', work('a1', 9)),
      mutex.run('a', work('a2', 0)),
      mutex.run('b', work('b1', 1)),
    ]);
    expect(done).toEqual(['b1', 'a1', 'a2']);
    expect(mutex.count).toBe(0);
  });

  it('goes on after a failure, which rejects only its own caller', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run('a', () => Promise.reject(new Error('no')));
    const following = mutex.run('a', () => Promise.resolve(7));
    await expect(failing).rejects.toThrow('no');
    expect(await following).toBe(7);
    expect(mutex.count).toBe(0);
  });

  it('refuses work when 200 are queued for the key', async () => {
    const mutex = new KeyedMutex();
    const blocker: { release: () => void } = { release: () => undefined };
    const queued = [mutex.run('a', () => new Promise<void>((resolve) => (blocker.release = resolve)))];
    for (let count = 0; count < 200; count += 1) queued.push(mutex.run('a', () => Promise.resolve()));
    await expect(mutex.run('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
    await mutex.run('b', () => Promise.resolve());
    blocker.release();
    await Promise.all(queued);
    expect(mutex.count).toBe(0);
  });
});
