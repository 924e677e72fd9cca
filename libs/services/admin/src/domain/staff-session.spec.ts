import { isOver, isWorthNoting } from './staff-session.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9, 0) + minutes * 60_000);

describe('a session of staff', () => {
  it.each([
    ['runs while it is used', 479, 479, false],
    ['runs 29 minutes after it was used', 29, 0, false],
    ['ends 30 minutes after it was used', 30, 0, true],
    ['ends after 8 hours, though it is used', 480, 479, true],
  ])('%s', (_what, now, seen, over) => {
    expect(isOver({ createdAt: at(0), lastSeenAt: at(seen) }, at(now))).toBe(over);
  });

  it('is noted as used once a minute', () => {
    expect([isWorthNoting(at(0), at(0.9)), isWorthNoting(at(0), at(1))]).toEqual([false, true]);
  });
});
