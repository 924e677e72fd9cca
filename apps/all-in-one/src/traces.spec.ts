import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import { createLogger } from '@vault/base';
import { OtlpReceiver, type ReceivedSpan, until } from '@vault/base/testing';
import { startTestServices } from '@vault/platform/testing';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';

const words = 'Zanzibar exports cardamom';
const vtt = `WEBVTT\n\n00:00.000 --> 00:30.000\n${words}.\n\n00:30.000 --> 01:00.000\nNobody else does.\n`;
const person = {
  email: 'ada@example.com',
  password: 'a long pass phrase',
  plan: 'free',
  firstname: 'Augusta',
  lastname: 'Lovelace',
};
const [ofUpload, ofCommand, unsampled] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)];
const spanId = 'b7ad6b7169203331';
const sampled = (traceId: string) => `00-${traceId}-${spanId}-01`;
const services = [
  ...[gatewayService, authService, uploadService, chapteringService],
  ...[searchService, clipService, portalService, adminService],
];

describe('the traces while a video is processed', () => {
  let host: ScriptedVideoHost;
  let receiver: OtlpReceiver;
  let token = '';
  let videoId = '';
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    [host, receiver] = await Promise.all([ScriptedVideoHost.start(), OtlpReceiver.start()]);
    const write = (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>);
    const logger = createLogger({ level: 'info', destination: { write } });
    const env = {
      ...host.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=the key of the collector',
    };
    const running = await startTestServices(services, { name: 'all-in-one', env, logger });
    try {
      await processVideo(running.url);
    } finally {
      // Sends what is left.
      await running.stop();
    }
  });
  afterAll(() => Promise.all([host.stop(), receiver.stop()]));

  /** From the registration to the chapters and the deletion, as a browser and the video host do it. */
  async function processVideo(url: string): Promise<void> {
    const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        body: body && JSON.stringify(body),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          authorization: `Bearer ${token}`,
          ...headers,
        },
      });
      return (await response.json()) as { data: Record<string, string> };
    };
    const sendWebhook = async (type: string, data: Record<string, unknown>, headers = {}) => {
      const { body, signature } = host.webhook(`video.${type}`, data);
      const response = await fetch(`${url}/api/webhooks/mux?key=hook-secret`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'mux-signature': signature, ...headers },
      });
      expect(response.status).toBeLessThan(300);
    };
    ({ token = '' } = (await ask('POST', '/auth/register', {}, person)).data);
    const { data } = await ask('GET', '/muxupload', { traceparent: sampled(ofUpload) });
    videoId = data.id ?? '';
    const asset = host.arrive([...host.uploads.keys()][0] ?? '');
    await sendWebhook('upload.asset_created', { id: asset.upload_id, asset_id: asset.id });
    host.finish(asset);
    host.caption(asset, { vtt });
    await sendWebhook('asset.ready', { id: asset.id, upload_id: asset.upload_id });
    const state = async () => (await ask('GET', `/muxvideos/asset/${videoId}`)).data.state;
    await until(state, (now) => now === 'ready');
    await ask('GET', `/muxvideos/asset/${videoId}`, { traceparent: `00-${unsampled}-${spanId}-00` });
    await ask('DELETE', `/muxvideos/${videoId}`, { traceparent: sampled(ofCommand) });
  }

  const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

  /** The names of a span and of those above it, up to the request. */
  function pathOf(span: ReceivedSpan | undefined): string[] {
    if (!span) return [];
    const parent = receiver.spans.find((each) => each.spanId === span.parentId);
    return [...pathOf(parent), span.name];
  }

  it('form one trace from the upload request to the last consumer of its events', () => {
    const ofSearch = ({ name, attributes }: ReceivedSpan) =>
      name === 'handle chaptering.chapters-generated.v1' && attributes.service === 'search';
    expect(pathOf(spansOf(ofUpload).find(ofSearch))).toEqual([
      'GET /api/muxupload',
      // Called by the gateway, answered by upload; the host's webhooks come later and continue here.
      'vault.upload.v1.UploadService/CreateSession',
      'vault.upload.v1.UploadService/CreateSession',
      'publish upload.transcript-ready.v1',
      'handle upload.transcript-ready.v1',
      'job chapters',
      'publish chaptering.chapters-generated.v1',
      'handle chaptering.chapters-generated.v1',
    ]);
    const above = new Set([spanId, ...spansOf(ofUpload).map((span) => span.spanId)]);
    expect(spansOf(ofUpload).filter(({ parentId }) => !above.has(parentId))).toEqual([]);
    expect(host.lastHeaders.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  });

  it('form one trace from a request over its command to the outcome', () => {
    const outcome = spansOf(ofCommand).find(({ name }) => name === 'publish command.outcome.v1');
    expect(pathOf(outcome)).toEqual([
      'DELETE /api/muxvideos/:id',
      'command upload.delete-video.v1',
      'publish upload.delete-video.v1',
      'handle upload.delete-video.v1',
      'publish command.outcome.v1',
    ]);
  });

  it('follow the decision of the caller not to sample', () => {
    expect(spansOf(unsampled)).toEqual([]);
    expect(lines.filter((line) => line.trace_id === unsampled)).not.toEqual([]);
  });

  it('have their ids in the log', () => {
    const logged = lines.filter((line) => line.trace_id === ofUpload);
    const names = logged.map(({ service = '', msg, route, type }) =>
      [service, msg, route ?? type].filter(Boolean).join(' '),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'all-in-one request /api/muxupload',
        'upload a webhook of the video host arrived',
        'chaptering message upload.transcript-ready.v1',
        'chaptering job',
        'search message chaptering.chapters-generated.v1',
      ]),
    );
    const spanIds = spansOf(ofUpload).map((span) => span.spanId);
    for (const line of logged) expect(spanIds).toContain(line.span_id);
  });

  it('contain no words of people, addresses, tokens or keys', () => {
    const secrets = [
      ...words.split(' '),
      'Nobody',
      ...Object.values(person).filter((text) => text !== 'free'),
    ];
    const keys = ['hook-secret', 'webhook secret of the tests', 'the key of the collector'];
    for (const secret of [...secrets, ...keys, token, vtt]) expect(receiver.text).not.toContain(secret);
    expect(receiver.text).toContain(videoId);
    expect(receiver.lastHeaders['api-key']).toBe('the key of the collector');
  });
});
