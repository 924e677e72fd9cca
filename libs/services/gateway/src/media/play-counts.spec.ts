import { PlayCounts } from './play-counts.ts';

it('counts a play of a browser once, and a bounded number of a network', () => {
  const plays = new PlayCounts();
  const play = { name: 'v', visitor: '192.0.2.1', browser: 'Firefox' };
  const others = [{ browser: 'Chrome' }, { visitor: '192.0.2.2' }, { name: 'w' }].map((each) => ({
    ...play,
    ...each,
  }));
  for (const each of [play, ...others])
    expect([plays.counts(each), plays.counts(each)]).toEqual([true, false]);
  const many = Array.from({ length: 100 }, (_, index) => plays.counts({ ...play, browser: String(index) }));
  expect(many.filter(Boolean)).toHaveLength(18);
});
