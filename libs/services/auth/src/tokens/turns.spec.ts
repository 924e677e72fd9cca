import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

describe(Turns, () => {
  it('does work on one thing in the order in which it came, and on others meanwhile', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const work = (name: string, rounds: number) => async () => {
      for (let round = 0; round < rounds; round += 1) await nextTurn();
      done.push(name);
    };
    await Promise.all([
      turns.take('a', work('a1', 9)),
      turns.take('a', work('a2', 0)),
      turns.take('b', work('b1', 1)),
    ]);
    expect(done).toEqual(['b1', 'a1', 'a2']);
    expect(turns.count).toBe(0);
  });

  it('goes on after a failure, which only its own caller hears of', async () => {
    const turns = new Turns();
    const failing = turns.take('a', () => Promise.reject(new Error('no')));
    const following = turns.take('a', () => Promise.resolve(7));
    await expect(failing).rejects.toThrow('no');
    expect(await following).toBe(7);
    expect(turns.count).toBe(0);
  });

  it('lets nobody wait in too long a line', async () => {
    const turns = new Turns();
    const held: { go: () => void } = { go: () => undefined };
    const taken = [turns.take('a', () => new Promise<void>((resolve) => (held.go = resolve)))];
    for (let count = 0; count < 200; count += 1) taken.push(turns.take('a', () => Promise.resolve()));
    await expect(turns.take('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
    await turns.take('b', () => Promise.resolve());
    held.go();
    await Promise.all(taken);
    expect(turns.count).toBe(0);
  });
});
