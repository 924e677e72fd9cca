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
    });
  });

  it('reports a note, which decides nothing', async () => {
    const health = new Health();
    health.note('room', () => false);
    expect(await health.report()).toEqual({ isReady: true, checks: { room: false } });
  });

  it('is not ready once it stops', async () => {
    const health = new Health();
    health.register('there', () => true);
    health.stop();
    expect(health.isStopping).toBe(true);
    expect(await health.report()).toEqual({ isReady: false, checks: { there: true, running: false } });
  });
});
