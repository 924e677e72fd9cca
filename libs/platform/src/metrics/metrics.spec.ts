import { createLogger } from '@vault/base';
import { Metrics } from './metrics.ts';

describe('metrics', () => {
  let metrics: Metrics;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    const destination = { write: (line: string) => void lines.push(line) };
    metrics = new Metrics(createLogger({ level: 'warn', destination }));
  });

  /** The scraped lines of one metric, without its description. */
  const linesOf = async (name: string) =>
    (await metrics.scrape()).split('\n').filter((line) => line.startsWith(name));

  it('counts, sets and observes values by label', async () => {
    const calls = metrics.counter({ name: 'calls_total', help: 'Calls.', labels: ['code'] });
    calls.add({ code: 'ok' });
    calls.add({ code: 'ok' }, 2);
    calls.add({ code: 'internal' });
    const waiting = metrics.gauge({ name: 'waiting', help: 'Waiting.' });
    waiting.add({}, 5);
    waiting.add({}, -2);
    metrics.histogram({ name: 'took_seconds', help: 'How long.' }, [1, 10]).observe({}, 3);
    expect(await linesOf('calls_total')).toEqual([
      'calls_total{code="ok"} 3',
      'calls_total{code="internal"} 1',
    ]);
    expect(await linesOf('waiting')).toEqual(['waiting 3']);
    expect(await linesOf('took_seconds_bucket')).toEqual([
      'took_seconds_bucket{le="1"} 0',
      'took_seconds_bucket{le="10"} 1',
      'took_seconds_bucket{le="+Inf"} 1',
    ]);
  });

  it('returns the same metric for the same name, and refuses a different description', async () => {
    const description = { name: 'shared_total', help: 'Shared.', labels: ['service'] as const };
    metrics.counter(description).add({ service: 'auth' });
    metrics.counter(description).add({ service: 'auth' });
    expect(await linesOf('shared_total')).toEqual(['shared_total{service="auth"} 2']);
    expect(() => metrics.counter({ name: 'shared_total', help: 'Another.', labels: ['kind'] })).toThrow();
  });

  it('reads values at each scrape, and drops values that are no longer returned', async () => {
    let queue: Record<string, number> = { chapters: 4, summary: 1 };
    metrics.read({
      name: 'queue_depth',
      help: 'Queued.',
      labels: ['kind'],
      read: () => Object.entries(queue).map(([kind, value]) => ({ labels: { kind }, value })),
    });
    expect(await linesOf('queue_depth')).toEqual([
      'queue_depth{kind="chapters"} 4',
      'queue_depth{kind="summary"} 1',
    ]);
    queue = { chapters: 2 };
    expect(await linesOf('queue_depth')).toEqual(['queue_depth{kind="chapters"} 2']);
  });

  it('omits values that cannot be read, counts the failures, and reports all others', async () => {
    let isBroken = true;
    const about = { help: 'Read.', labels: ['service'] as const };
    const of = (service: string) => [{ labels: { service }, value: 1 }];
    metrics.read({
      ...about,
      name: 'read_by_two',
      read: () => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(of('auth'))),
    });
    metrics.read({ ...about, name: 'read_by_two', read: () => of('upload') });
    metrics.read({
      name: 'unreadable',
      help: 'Read.',
      kind: 'counter',
      read: () => [{ labels: {}, value: -1 }],
    });
    expect(await linesOf('read_by_two')).toEqual(['read_by_two{service="upload"} 1']);
    expect(await linesOf('unreadable')).toEqual([]);
    // Of this scrape the next one tells.
    expect(await linesOf('metrics_dropped_total')).toContain('metrics_dropped_total{metric="read_by_two"} 2');
    isBroken = false;
    expect(await linesOf('read_by_two')).toEqual([
      'read_by_two{service="auth"} 1',
      'read_by_two{service="upload"} 1',
    ]);
    // A failure is logged when it begins, not at each scrape.
    expect(lines.filter((line) => line.includes('"read_by_two"'))).toHaveLength(1);
  });

  it('does not wait for a reader that hangs, and reads once for concurrent scrapes', async () => {
    let reads = 0;
    metrics.read({
      name: 'stuck',
      help: 'Never.',
      read: () => {
        reads += 1;
        return new Promise<never>(() => undefined);
      },
    });
    metrics.counter({ name: 'there_total', help: 'There.' }).add({});
    const [first, second] = await Promise.all([metrics.scrape(), metrics.scrape()]);
    expect(first).toContain('there_total 1');
    expect(second).toBe(first);
    expect(reads).toBe(1);
  });
});
