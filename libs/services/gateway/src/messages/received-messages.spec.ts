import { ReceivedMessages } from './received-messages.ts';

describe(ReceivedMessages, () => {
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
  const messages = () => new ReceivedMessages(commands, { now: () => new Date(ms) });
  beforeEach(() => {
    Object.assign(bus, { isHealthy: true, isCaughtUp: true, asked: 0 });
    ms = 1_000_000;
  });

  it('is proven once for all who ask within a second', async () => {
    const received = messages();
    expect(await Promise.all([received.areComplete(), received.areComplete()])).toEqual([true, true]);
    ms += 999;
    expect([received.areComplete(), bus.asked]).toEqual([true, 1]);
    ms += 1;
    expect([await received.areComplete(), bus.asked]).toEqual([true, 2]);
  });

  it('is false at once without a connection, also just after a proof', async () => {
    const received = messages();
    await received.areComplete();
    bus.isHealthy = false;
    expect(received.areComplete()).toBe(false);
  });

  it('is false when a proof fails, which is not tried again for a second', async () => {
    const received = messages();
    bus.isCaughtUp = false;
    expect(await received.areComplete()).toBe(false);
    bus.isCaughtUp = true;
    expect([received.areComplete(), bus.asked]).toEqual([false, 1]);
    ms += 1_000;
    expect([await received.areComplete(), bus.asked]).toEqual([true, 2]);
  });

  it('is proven again after the clock was set back', async () => {
    const received = messages();
    await received.areComplete();
    ms -= 500;
    expect([await received.areComplete(), bus.asked]).toEqual([true, 2]);
  });
});
