import { Changes } from './changes.ts';

describe(Changes, () => {
  it('knows which ids changed after a point', () => {
    const changes = new Changes();
    changes.add('v');
    const since = changes.now;
    expect(changes.hasChanged(['v', 'w'], since)).toBe(false);
    changes.add('w');
    expect([changes.hasChanged(['v', 'w'], since), changes.hasChanged(['v'], since)]).toEqual([true, false]);
    expect(changes.hasChanged(['v', 'w'], changes.now)).toBe(false);
  });

  it('forgets the oldest changes, and counts what was read before them as outdated', () => {
    const changes = new Changes();
    const beforeAll = changes.now;
    for (let number = 0; number < 10_000; number += 1) changes.add(`v${String(number)}`);
    expect(changes.hasChanged(['unchanged'], beforeAll)).toBe(false);
    const before = changes.now;
    for (const id of ['v0', 'one-more']) changes.add(id);
    expect(changes.hasChanged(['unchanged'], beforeAll)).toBe(true);
    expect([changes.hasChanged(['unchanged'], before), changes.hasChanged(['v0'], before)]).toEqual([
      false,
      true,
    ]);
  });
});
