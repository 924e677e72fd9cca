import { until } from '../contract/until.ts';
import { BrokerWatch } from './broker-watch.ts';

describe(BrokerWatch, () => {
  let isThere = true;
  let probes = 0;
  let watch: BrokerWatch;
  beforeEach(() => {
    [isThere, probes] = [true, 0];
    const probe = () => {
      probes += 1;
      return isThere ? Promise.resolve() : Promise.reject(new Error('refused'));
    };
    watch = new BrokerWatch(probe, 1);
  });
  afterEach(() => watch.close());

  it('believes a probe, not the trouble of one client', async () => {
    watch.suspect();
    await until(() => probes === 1);
    expect(watch.isAway).toBe(false);
  });

  it('knows that nobody answers, and by itself that somebody does again', async () => {
    isThere = false;
    for (let troubles = 0; troubles < 3; troubles += 1) watch.suspect();
    expect(probes).toBe(1);
    await until(() => watch.isAway && probes > 2);
    isThere = true;
    await until(() => !watch.isAway);
    const atTheEnd = probes;
    watch.suspect();
    expect(probes).toBe(atTheEnd + 1);
  });

  it('knows it sooner from a client that was served', async () => {
    isThere = false;
    watch.suspect();
    await until(() => watch.isAway);
    watch.seen();
    expect(watch.isAway).toBe(false);
  });
});
