import { createLogger } from '@vault/base';
import { startMetricsServer, type MetricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';

const logger = createLogger({ level: 'silent' });
const options = { host: '127.0.0.1', logger };

describe('the metrics server', () => {
  let server: MetricsServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  async function serve(metrics: Pick<Metrics, 'scrape' | 'registry'>): Promise<string> {
    server = await startMetricsServer(metrics, { ...options, port: 0 });
    return `http://127.0.0.1:${String(server.port)}`;
  }

  function someMetrics(): Metrics {
    const metrics = new Metrics(logger);
    metrics.counter({ name: 'seen_total', help: 'Seen.' }).add({});
    return metrics;
  }

  it('answers GET /metrics in the text format of Prometheus', async () => {
    const response = await fetch(`${await serve(someMetrics())}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await response.text()).toContain(
      '# HELP seen_total Seen.\n# TYPE seen_total counter\nseen_total 1\n',
    );
  });

  it('answers nothing else', async () => {
    const url = await serve(someMetrics());
    expect((await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await fetch(`${url}/metrics`, { method: 'HEAD' })).status).toBe(405);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/metrics/../secret`)).status).toBe(404);
  });

  it('answers 500 without details when the metrics cannot be read', async () => {
    const broken: Pick<Metrics, 'scrape' | 'registry'> = {
      registry: someMetrics().registry,
      scrape: () => Promise.reject(new Error('the secret at 10.0.0.7')),
    };
    const response = await fetch(`${await serve(broken)}/metrics`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
  });

  it('fails to start on a port that is in use', async () => {
    await serve(someMetrics());
    const again = startMetricsServer(someMetrics(), { ...options, port: server!.port });
    await expect(again).rejects.toThrow('EADDRINUSE');
  });
});
