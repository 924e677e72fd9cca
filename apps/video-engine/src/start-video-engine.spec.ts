import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@vault/platform/testing';
import { startVideoEngine } from './start-video-engine.ts';

describe(startVideoEngine, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'engine-app-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('has metrics of its queue, bytes and requests, without the requested paths', async () => {
    const engine = await startVideoEngine({
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      MUX_TOKEN_ID: 'id',
      MUX_TOKEN_SECRET: 'secret',
      MUX_WEBHOOK_SECRET: 'webhooks',
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
      // Larger than any disk.
      MEDIA_RESERVE_MIB: String(2 ** 20),
    });
    expect((await fetch(`${engine.url}/media/uploads/a-secret`, { method: 'PUT', body: 'x' })).status).toBe(
      404,
    );
    const scrape = async () => (await fetch(`http://127.0.0.1:${String(engine.metricsPort)}/metrics`)).text();
    const request = 'http_requests_total{method="PUT",route="/media",status="404"} 1\n';
    const text = await until(scrape, (scraped) => scraped.includes(request));
    for (const kind of ['ingest', 'captions', 'rendition', 'storyboard', 'verification'])
      expect(text).toContain(`job_queue_depth{service="video-engine",kind="${kind}"} 0\n`);
    expect(text).toContain('upload_bytes_total 0\n');
    expect(text).toMatch(/^media_free_bytes [1-9]/m);
    expect(text).toContain(`media_reserve_bytes ${String(2 ** 40)}\n`);
    // Playback must stay possible while uploads are not: the engine is ready, but degraded.
    const ready = await fetch(`${engine.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', checks: {}, degraded: ['disk-space'] },
    ]);
    expect(text).toContain('services="video-engine"} 1\n');
    expect(text).not.toContain('a-secret');
    await engine.stop();
  });
});
