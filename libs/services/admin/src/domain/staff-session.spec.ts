import { hasEnded, shouldStoreLastSeen } from './staff-session.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9, 0) + minutes * 60_000);

describe('a session of staff', () => {
  it.each([
    ['is open while it is used', 479, 479, false],
    ['is open 29 minutes after its last use', 29, 0, false],
    ['ends 30 minutes after its last use', 30, 0, true],
    ['ends after 8 hours although it is used', 480, 479, true],
  ])('%s', (_what, now, seen, over) => {
    expect(hasEnded({ createdAt: at(0), lastSeenAt: at(seen) }, at(now))).toBe(over);
  });

  it('stores its last use once a minute', () => {
    expect([shouldStoreLastSeen(at(0), at(0.9)), shouldStoreLastSeen(at(0), at(1))]).toEqual([false, true]);
  });
});
