import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import { createLogger } from '@vault/base';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { until } from '@vault/base/testing';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';

/** One line of the log. */
type Line = Readonly<Record<string, unknown>>;

const words = 'Zanzibar exports cardamom';
const vtt = `WEBVTT\n\n00:00.000 --> 00:30.000\n${words}.\n\n00:30.000 --> 01:00.000\nNobody else does.\n`;
const password = 'a long pass phrase';
const opened = 'opened-the-upload';

describe('the log while a video is processed', () => {
  let host: ScriptedVideoHost;
  let running: TestServices;
  let token: string;
  let videoId: string;
  const texts: string[] = [];
  const lines = () => texts.map((text) => JSON.parse(text) as Line);

  beforeAll(async () => {
    host = await ScriptedVideoHost.start();
    const logger = createLogger({ level: 'info', destination: { write: (text) => void texts.push(text) } });
    const services = [
      gatewayService,
      authService,
      uploadService,
      chapteringService,
      searchService,
      clipService,
      portalService,
      adminService,
    ];
    const env = { ...host.env, METRICS_PORT: '0' };
    running = await startTestServices(services, { name: 'all-in-one', env, logger });
    await processVideo();
  });
  afterAll(async () => {
    await running.stop();
    await host.stop();
  });

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const response = await fetch(`${running.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as { data: Record<string, string> };
  }

  async function sendWebhook(type: string, data: Record<string, unknown>): Promise<void> {
    const { body, signature } = host.webhook(`video.${type}`, data);
    const headers = { 'content-type': 'application/json', 'mux-signature': signature };
    const response = await fetch(`${running.url}/api/webhooks/mux?key=hook-secret`, {
      method: 'POST',
      headers,
      body,
    });
    expect(response.status).toBeLessThan(300);
  }

  /** From the registration to the chapters, as a browser and the video host do it. */
  async function processVideo(): Promise<void> {
    const person = { email: 'ada@example.com', password, firstname: 'Ada', lastname: 'Byron', plan: 'free' };
    ({ token = '' } = (await ask('POST', '/auth/register', {}, person)).data);
    const { data } = await ask('GET', '/muxupload', { 'x-correlation-id': opened });
    videoId = data.id ?? '';
    const asset = host.arrive([...host.uploads.keys()][0] ?? '');
    await sendWebhook('upload.asset_created', { id: asset.upload_id, asset_id: asset.id });
    host.finish(asset);
    host.caption(asset, { vtt });
    await sendWebhook('asset.ready', { id: asset.id, upload_id: asset.upload_id });
    const state = async () => (await ask('GET', `/muxvideos/asset/${videoId}`)).data.state;
    await until(state, (now) => now === 'ready');
  }

  const about = ({ videoId: id, subject }: Line) => id === videoId || subject === videoId;

  it('has the correlation id of the upload request on each step', () => {
    const steps = lines().filter((line) => line.correlationid === opened);
    const names = steps.map(({ service = '', msg, route, type, state, step }) =>
      [service, msg, route ?? type ?? state ?? step].filter(Boolean).join(' '),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'all-in-one request /api/muxupload',
        'upload a webhook of the video host arrived',
        'upload a video changed state processing',
        'upload a video changed state chaptering',
        'chaptering message upload.transcript-ready.v1',
        'chaptering job started',
        'chaptering job transcript read',
        'chaptering job chapters generated',
        'chaptering job finished',
        'upload message chaptering.generation-started.v1',
        'upload message chaptering.chapters-generated.v1',
        'upload a video changed state ready',
      ]),
    );
    const others = lines().filter((line) => about(line) && line.correlationid !== opened);
    expect(others).toEqual([]);
  });

  it('logs addresses and adapters at the start, and the service on each line', () => {
    const started = lines().filter(({ msg }) => msg === 'started');
    expect(started).toEqual([
      expect.objectContaining({ url: running.url, adapters: { messages: 'sqlite', stores: 'sqlite' } }),
    ]);
    for (const line of lines())
      expect(line).toMatchObject({
        service: expect.any(String) as string,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        replica: expect.any(String) as string,
      });
    for (const text of texts) expect(text.match(/"service":/g)).toHaveLength(1);
  });

  it('has one line for each request, with its route and status', () => {
    const requests = lines().filter(({ msg }) => msg === 'request');
    const hooks = requests.filter(({ route }) => route === '/api/webhooks/mux');
    expect(hooks).toHaveLength(2);
    for (const { method, status, ms, correlationid } of requests) {
      expect([method, status, ms, correlationid]).toEqual([
        expect.any(String),
        expect.any(Number),
        expect.any(Number),
        expect.any(String),
      ]);
    }
    expect(requests.filter(({ route }) => route === '/api/muxvideos/asset/:id').length).toBeGreaterThan(0);
  });

  it('contains no transcript and no secrets', () => {
    const log = texts.join('');
    const secrets = [token, password, 'hook-secret', 'webhook secret of the tests', 'ada@example.com'];
    for (const secret of [...words.split(' '), 'Nobody', ...secrets]) expect(log).not.toContain(secret);
  });

  it('the metrics include the queue of chapters', async () => {
    const read = async () => (await fetch(`http://127.0.0.1:${String(running.metricsPort)}/metrics`)).text();
    // The last events are published a little later than their changes.
    const text = await until(read, (now) => !/^outbox_documents\{.*\} [1-9]/m.test(now));
    for (const kind of ['chapters', 'summary']) {
      expect(text).toContain(`job_queue_depth{service="chaptering",kind="${kind}"} 0\n`);
      expect(text).toContain(`job_oldest_age_seconds{service="chaptering",kind="${kind}"} 0\n`);
    }
    for (const service of ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal'])
      expect(text).toContain(`outbox_documents{service="${service}"} 0\n`);
    expect(text).not.toContain('metrics_dropped_total{');
    expect(text).not.toContain(videoId);
  });
});
