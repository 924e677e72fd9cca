import { limitsOf } from './plan-limits.ts';

const free = { videoLimit: 2, monthlyTokens: 50_000, portalLimit: 0 };
const executive = { videoLimit: 20, monthlyTokens: 1_000_000, portalLimit: 10 };

describe(limitsOf, () => {
  it.each([
    ['free', true, free],
    ['executive', true, executive],
    ['executive', false, free],
    ['free', false, free],
  ] as const)('of %s, confirmed: %s', (plan, isConfirmed, limits) => {
    expect(limitsOf({ plan, isConfirmed })).toEqual(limits);
  });
});
