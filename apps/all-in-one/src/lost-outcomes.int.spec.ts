import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { outcomesTopic } from '@vault/contracts';
import { gatewayService } from '@vault/gateway-service';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { until } from '@vault/base/testing';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';

// Commands wait 10 s for an outcome that does not come.
jest.setTimeout(180_000);

const words = 'Zanzibar exports cardamom';
const vtt = `WEBVTT\n\n00:00.000 --> 00:30.000\n${words}.\n\n00:30.000 --> 01:00.000\nNobody else does.\n`;

interface Answered {
  readonly status: number;
  readonly msg?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request, and how often it was answered 503 although the owner had executed its command. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly key: string;
}

describe('a request that was answered 503 after its command was executed', () => {
  let host: ScriptedVideoHost;
  let running: TestServices;
  let token = '';
  let videoId = '';
  let isLosing = false;

  beforeAll(async () => {
    host = await ScriptedVideoHost.start();
    const services = [
      ...[gatewayService, authService, uploadService, chapteringService],
      ...[searchService, clipService, portalService],
    ];
    running = await startTestServices(services, { env: host.env });
    const { bus } = running.infrastructure;
    const publish = bus.publish.bind(bus);
    bus.publish = (topic, messages) =>
      isLosing && topic === outcomesTopic ? Promise.resolve() : publish(topic, messages);
  });
  afterAll(async () => {
    await running.stop();
    await host.stop();
  });

  async function send({ method, path, body, key }: Request): Promise<Answered> {
    const response = await fetch(`${running.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...((await response.json()) as Omit<Answered, 'status'>), status: response.status };
  }
  const request = (method: string, path: string, body?: object): Request => ({
    ...{ method, path, key: randomUUID() },
    ...(body && { body }),
  });

  /** Sends the requests while outcomes are lost, and again when they arrive. */
  async function sendTwice(...requests: readonly Request[]): Promise<Answered[]> {
    isLosing = true;
    const lost = await Promise.all(requests.map(send));
    isLosing = false;
    expect(lost.map(({ status }) => status)).toEqual(requests.map(() => 503));
    const again = await Promise.all(requests.map(send));
    expect(again.map(({ status, msg }) => [status, msg])).toEqual(again.map(({ msg }) => [200, msg]));
    return again;
  }

  async function sendWebhook(type: string, data: Record<string, unknown>): Promise<void> {
    const { body, signature } = host.webhook(`video.${type}`, data);
    const headers = { 'content-type': 'application/json', 'mux-signature': signature };
    const address = `${running.url}/api/webhooks/mux?key=hook-secret`;
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBeLessThan(300);
  }

  it('registers and opens an upload once', async () => {
    const person = {
      ...{ email: 'ada@example.com', password: 'a long pass phrase', firstname: 'Ada', lastname: 'Byron' },
      plan: 'executive',
    };
    const register = request('POST', '/auth/register', person);
    const [first, again] = [await send(register), await send(register)];
    expect(again).toMatchObject({ status: 200, data: { id: first.data['id'] } });
    expect((await send({ ...register, key: randomUUID() })).status).toBe(409);
    token = again.data['token'] as string;
    const open = request('GET', '/muxupload');
    const opened = await send(open);
    expect((await send(open)).data).toEqual(opened.data);
    videoId = opened.data['id'] as string;
    const asset = host.arrive([...host.uploads.keys()][0] ?? '');
    await sendWebhook('upload.asset_created', { id: asset.upload_id, asset_id: asset.id });
    host.finish(asset);
    host.caption(asset, { vtt });
    host.offerDownload(asset);
    await sendWebhook('asset.ready', { id: asset.id, upload_id: asset.upload_id });
    const state = async () => (await send(request('GET', `/muxvideos/asset/${videoId}`))).data['state'];
    await until(state, (now) => now === 'ready');
  });

  it('makes a portal, a link and a clip once', async () => {
    const portal = { name: 'Acme talks', slug: 'acme-talks' };
    const moment = { passthrough: videoId, kind: 'quote', start: 5, end: 9 };
    const clip = { from: 1, to: 9, frame: 'recorded', captions: 'none' };
    const [made, shared, cut] = await sendTwice(
      request('POST', '/portals', portal),
      request('POST', '/moments', moment),
      request('POST', `/muxvideos/${videoId}/clips`, clip),
    );
    expect(made!.data).toMatchObject(portal);
    const { data: moments } = await send(request('GET', '/moments'));
    expect(moments).toEqual([shared!.data]);
    const { data: clips } = await send(request('GET', `/muxvideos/${videoId}/clips`));
    expect(clips['clips']).toEqual([expect.objectContaining({ id: cut!.data['id'] })]);
    const { data } = await send(request('GET', '/portals'));
    expect(data['portals']).toEqual([made!.data]);

    const link = { label: 'For Eve', ends_at: 4_000_000_000 };
    const [linked] = await sendTwice(request('POST', `/portals/${String(made!.data['id'])}/links`, link));
    expect(linked!.data['links']).toHaveLength(1);
  });

  it('changes a password once by a call whose answer was lost', async () => {
    const passwords = { password: 'a long pass phrase', new_password: 'another pass phrase' };
    const change = request('POST', '/account/password', passwords);
    expect((await send(change)).status).toBe(200);
    expect((await send(change)).status).toBe(200);
    expect((await send({ ...change, key: randomUUID() })).status).toBe(400);
    const wrong = request('POST', '/account/password', { ...passwords, new_password: 'a third pass phrase' });
    const refusal = await send(wrong);
    expect(refusal.status).toBe(400);
    expect(await send(wrong)).toEqual(refusal);
  });

  it('deletes a video once, and is no other request', async () => {
    const deletion = request('DELETE', `/muxvideos/${videoId}`);
    const [deleted] = await sendTwice(deletion);
    expect(deleted!.data).toEqual({ id: videoId });
    expect((await send({ ...deletion, key: randomUUID() })).status).toBe(404);
    const portal = request('POST', '/portals', { name: 'Other', slug: 'other-talks' });
    expect((await send(portal)).status).toBe(200);
    const changed = await send({ ...portal, body: { name: 'Other', slug: 'more-talks' } });
    expect(changed).toMatchObject({ status: 409, msg: expect.stringContaining('Idempotency-Key') as string });
  });
});
