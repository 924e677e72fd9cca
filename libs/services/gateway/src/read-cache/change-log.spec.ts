import { ChangeLog } from './change-log.ts';

describe(ChangeLog, () => {
  it('knows which ids changed after a point', () => {
    const changes = new ChangeLog();
    changes.add('v');
    const since = changes.sequence;
    expect(changes.hasChanged(['v', 'w'], since)).toBe(false);
    changes.add('w');
    expect([changes.hasChanged(['v', 'w'], since), changes.hasChanged(['v'], since)]).toEqual([true, false]);
    expect(changes.hasChanged(['v', 'w'], changes.sequence)).toBe(false);
  });

  it('forgets the oldest changes, and counts what was read before them as outdated', () => {
    const changes = new ChangeLog();
    const beforeAll = changes.sequence;
    for (let number = 0; number < 10_000; number += 1) changes.add(`v${String(number)}`);
    expect(changes.hasChanged(['unchanged'], beforeAll)).toBe(false);
    const before = changes.sequence;
    for (const id of ['v0', 'one-more']) changes.add(id);
    expect(changes.hasChanged(['unchanged'], beforeAll)).toBe(true);
    expect([changes.hasChanged(['unchanged'], before), changes.hasChanged(['v0'], before)]).toEqual([
      false,
      true,
    ]);
  });
});
