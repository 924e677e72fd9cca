import { createLogger } from '@vault/base';
import { Metrics } from './metrics.ts';
import { queueMetrics } from './service-metrics.ts';

describe(queueMetrics, () => {
  it('reports depth, running jobs and age of each service, with one read of each queue', async () => {
    const metrics = new Metrics(createLogger({ level: 'silent' }));
    let reads = 0;
    const read = () => {
      reads += 1;
      return Promise.resolve([{ kind: 'summary', waiting: 3, running: 1, oldestAgeSeconds: 12.5 }]);
    };
    queueMetrics(metrics, { service: 'chaptering', read });
    const idle = { kind: 'captions', waiting: 0, running: 0, oldestAgeSeconds: 0 };
    queueMetrics(metrics, { service: 'video-engine', read: () => [idle] });
    const text = await metrics.scrape();
    expect(reads).toBe(1);
    expect(text).toContain('job_queue_depth{service="chaptering",kind="summary"} 3\n');
    expect(text).toContain('jobs_running{service="chaptering",kind="summary"} 1\n');
    expect(text).toContain('job_oldest_age_seconds{service="chaptering",kind="summary"} 12.5\n');
    expect(text).toContain('job_queue_depth{service="video-engine",kind="captions"} 0\n');
    await metrics.scrape();
    expect(reads).toBe(2);
  });

  it('reports the readable queues when one cannot be read', async () => {
    const metrics = new Metrics(createLogger({ level: 'silent' }));
    const read = () => {
      throw new Error('closed');
    };
    queueMetrics(metrics, { service: 'chaptering', read });
    const jobs = { kind: 'captions', waiting: 2, running: 0, oldestAgeSeconds: 1 };
    queueMetrics(metrics, { service: 'video-engine', read: () => [jobs] });
    const text = await metrics.scrape();
    expect(text).toContain('job_queue_depth{service="video-engine",kind="captions"} 2\n');
    expect(text).not.toContain('job_queue_depth{service="chaptering"');
  });
});
