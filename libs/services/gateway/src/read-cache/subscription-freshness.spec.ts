import { SubscriptionFreshness } from './subscription-freshness.ts';

describe(SubscriptionFreshness, () => {
  const bus = { isHealthy: true, isCaughtUp: true, asked: 0 };
  let ms = 0;
  const commands = {
    get isHealthy() {
      return bus.isHealthy;
    },
    catchUp: () => {
      bus.asked += 1;
      return Promise.resolve(bus.isCaughtUp);
    },
  };
  const messages = () => new SubscriptionFreshness(commands, { now: () => new Date(ms) });
  beforeEach(() => {
    Object.assign(bus, { isHealthy: true, isCaughtUp: true, asked: 0 });
    ms = 1_000_000;
  });

  it('is verified once for all who ask within a second', async () => {
    const received = messages();
    expect(await Promise.all([received.isCaughtUp(), received.isCaughtUp()])).toEqual([true, true]);
    ms += 999;
    expect([received.isCaughtUp(), bus.asked]).toEqual([true, 1]);
    ms += 1;
    expect([await received.isCaughtUp(), bus.asked]).toEqual([true, 2]);
  });

  it('is false at once without a connection, also just after a check', async () => {
    const received = messages();
    await received.isCaughtUp();
    bus.isHealthy = false;
    expect(received.isCaughtUp()).toBe(false);
  });

  it('is false when a check fails, which is not tried again for a second', async () => {
    const received = messages();
    bus.isCaughtUp = false;
    expect(await received.isCaughtUp()).toBe(false);
    bus.isCaughtUp = true;
    expect([received.isCaughtUp(), bus.asked]).toEqual([false, 1]);
    ms += 1_000;
    expect([await received.isCaughtUp(), bus.asked]).toEqual([true, 2]);
  });

  it('is verified again after the clock was set back', async () => {
    const received = messages();
    await received.isCaughtUp();
    ms -= 500;
    expect([await received.isCaughtUp(), bus.asked]).toEqual([true, 2]);
  });
});
