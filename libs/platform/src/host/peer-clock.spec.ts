import { until } from '@vault/base/testing';
import { PeerClock } from './peer-clock.ts';

const hourMs = 3_600_000;

describe(PeerClock, () => {
  it('goes by this machine until the peer has told its time, then by the peer', async () => {
    let isAway = true;
    const timeOf = (): Promise<Date> =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Date(Date.now() - hourMs));
    const clock = new PeerClock({ timeOf });
    const started = clock.start();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(hourMs / 2);
    expect(clock.isSkewed).toBe(false);

    isAway = false;
    await started;
    await until(() => clock.isSkewed);
    expect(Math.round((Date.now() - clock.now().getTime()) / hourMs)).toBe(1);
    expect(Math.round(clock.skewMs / hourMs)).toBe(1);
    clock.stop();
  });
});
