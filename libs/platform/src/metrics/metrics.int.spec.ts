import { get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http';
import { until } from '@vault/base/testing';
import { relayServices } from '../testing/relay-services.fixture.ts';
import { startTestServices, type TestServices } from '../testing/start-test-service.ts';

/** The scraped values, by series. */
async function scrape({ metricsPort }: TestServices): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Answers at once, except for `/slow`, which is never answered. */
function media({ url }: IncomingMessage, response: ServerResponse): void {
  if (url !== '/slow') response.writeHead(206).end('bytes');
}

describe('the metrics of a running process', () => {
  let running: TestServices;
  beforeAll(async () => {
    running = await startTestServices(relayServices, {
      env: { METRICS_PORT: '0' },
      mounts: [{ prefix: '/media', handle: media }],
    });
  });
  afterAll(() => running.stop());

  const relay = (say: string) =>
    fetch(`${running.url}/api/relay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ say }),
    });

  /** How much each series rose during `work`, once the series `last` has risen. */
  async function risen(work: () => Promise<unknown>, last: string): Promise<ReadonlyMap<string, number>> {
    const before = await scrape(running);
    await work();
    const after = await until(
      () => scrape(running),
      (now) => (now.get(last) ?? 0) > (before.get(last) ?? 0),
    );
    return new Map([...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)]));
  }

  it('count a request with a call and a command', async () => {
    const request = 'http_requests_total{method="POST",route="/api/relay",status="201"}';
    const moved = await risen(() => relay('hello'), request);
    const call = 'service="relay.v1.RelayService",method="ask",code="ok"';
    const type = 'type="upload.delete-video.v1"';
    const series = {
      [request]: 1,
      'http_request_duration_seconds_count{method="POST",route="/api/relay"}': 1,
      [`rpc_client_calls_total{${call}}`]: 1,
      [`rpc_server_calls_total{${call}}`]: 1,
      [`commands_sent_total{${type},outcome="ok"}`]: 1,
      [`command_duration_seconds_count{${type}}`]: 1,
      [`messages_handled_total{group="upload",${type},outcome="done"}`]: 1,
      [`message_handling_duration_seconds_count{group="upload",${type}}`]: 1,
      http_requests_in_flight: 0,
    };
    expect(Object.fromEntries([...moved].filter(([name]) => name in series))).toEqual(series);
  });

  it('count errors at the client and at the server', async () => {
    const request = 'http_requests_total{method="POST",route="/api/relay",status="500"}';
    const moved = await risen(() => relay('fail'), request);
    const call = 'service="relay.v1.RelayService",method="ask",code="internal"';
    expect(moved.get(`rpc_client_calls_total{${call}}`)).toBe(1);
    expect(moved.get(`rpc_server_calls_total{${call}}`)).toBe(1);
    expect(moved.get('http_requests_total{method="POST",route="/api/relay",status="201"}')).toBe(0);
  });

  it('label routes and mounts by their pattern, and all unknown addresses with one value', async () => {
    const paths = ['/media/secret-1', '/media/secret-2?token=x', '/nowhere/secret-3', '/nowhere/secret-4'];
    const work = () => Promise.all(paths.map((path) => fetch(`${running.url}${path}`)));
    const unknown = 'http_requests_total{method="GET",route="unknown",status="404"}';
    const moved = await risen(work, unknown);
    expect(moved.get('http_requests_total{method="GET",route="/media",status="206"}')).toBe(2);
    expect(moved.get(unknown)).toBe(2);
    expect([...moved.keys()].filter((series) => series.includes('secret'))).toEqual([]);
  });

  it('count a client that disconnected, and remove it from the requests in flight', async () => {
    const series = 'http_requests_total{method="GET",route="/media",status="499"}';
    const moved = await risen(async () => {
      const request = httpGet(`${running.url}/media/slow`);
      request.on('error', () => undefined);
      await until(
        async () => (await scrape(running)).get('http_requests_in_flight'),
        (count) => count === 1,
      );
      request.destroy();
    }, series);
    expect(moved.get('http_requests_in_flight')).toBe(0);
  });

  it('report lag and health of each service', async () => {
    const now = await scrape(running);
    expect(now.get('consumer_lag{group="upload",topic="upload.commands"}')).toBe(0);
    expect(now.get('consumer_healthy{group="upload"}')).toBe(1);
    expect(now.get('consumer_healthy{group="gateway-outcomes"}')).toBe(1);
    expect(now.get('producer_healthy')).toBe(1);
    expect([...now.keys()].find((series) => series.startsWith('build_info{'))).toContain(
      'services="gateway,upload"',
    );
    expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(now.get('metrics_dropped_total')).toBeUndefined();
  });

  it('count expected series from 0, so that the first event is an increase', async () => {
    const now = await scrape(running);
    const type = 'type="upload.delete-video.v1"';
    for (const series of [
      'dead_letters_total{group="upload",topic="upload.commands"}',
      `messages_handled_total{group="upload",${type},outcome="dead"}`,
      `commands_sent_total{${type},outcome="unavailable"}`,
    ])
      expect([series, now.get(series)]).toEqual([series, 0]);
  });

  it('are not served after the process has stopped', async () => {
    const other = await startTestServices(relayServices, { env: { METRICS_PORT: '0' } });
    expect((await scrape(other)).get('consumer_healthy{group="upload"}')).toBe(1);
    await other.stop();
    await expect(scrape(other)).rejects.toThrow('fetch failed');
  });

  it('are not served without a port', async () => {
    const silent = await startTestServices(relayServices);
    expect(silent.metricsPort).toBeUndefined();
    await silent.stop();
  });
});
