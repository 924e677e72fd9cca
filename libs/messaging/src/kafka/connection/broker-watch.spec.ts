import { until } from '@vault/base/testing';
import { BrokerWatch } from './broker-watch.ts';

describe(BrokerWatch, () => {
  let isReachable = true;
  let probes = 0;
  let watch: BrokerWatch;
  beforeEach(() => {
    [isReachable, probes] = [true, 0];
    const probe = () => {
      probes += 1;
      return isReachable ? Promise.resolve() : Promise.reject(new Error('refused'));
    };
    watch = new BrokerWatch(probe, 1);
  });
  afterEach(() => watch.close());

  it('trusts a probe, not the error of one client', async () => {
    watch.suspect();
    await until(() => probes === 1);
    expect(watch.isUnavailable).toBe(false);
  });

  it('reports that no broker answers, and later, without being asked, that one answers again', async () => {
    isReachable = false;
    for (let errors = 0; errors < 3; errors += 1) watch.suspect();
    expect(probes).toBe(1);
    await until(() => watch.isUnavailable && probes > 2);
    isReachable = true;
    await until(() => !watch.isUnavailable);
    const before = probes;
    watch.suspect();
    expect(probes).toBe(before + 1);
  });

  it('is available at once when a client was served', async () => {
    isReachable = false;
    watch.suspect();
    await until(() => watch.isUnavailable);
    watch.markReachable();
    expect(watch.isUnavailable).toBe(false);
  });
});
