import { Health } from './health.ts';

describe(Health, () => {
  it('is not ready while a check fails, throws or hangs, and names each', async () => {
    const health = new Health();
    health.register('there', () => true);
    expect((await health.report()).isReady).toBe(true);
    health.register('gone', () => Promise.resolve(false));
    health.register('broken', () => {
      throw new Error('broken');
    });
    health.register('hanging', () => new Promise<boolean>(() => undefined));
    expect(await health.report()).toEqual({
      isReady: false,
      checks: { there: true, gone: false, broken: false, hanging: false },
      degraded: [],
    });
  });

  it('is ready when only an optional check fails, and names that check', async () => {
    const health = new Health();
    health.register('there', () => true);
    health.watch('consumer', () => true);
    health.watch('outcomes', () => Promise.reject(new Error('away')));
    expect(await health.report()).toEqual({ isReady: true, checks: { there: true }, degraded: ['outcomes'] });
  });

  it('is not ready after stop()', async () => {
    const health = new Health();
    health.register('there', () => true);
    health.stop();
    expect(health.isStopping).toBe(true);
    expect(await health.report()).toMatchObject({
      isReady: false,
      checks: { there: true, running: false },
    });
  });
});
