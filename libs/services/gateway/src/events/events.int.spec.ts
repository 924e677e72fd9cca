import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const path = '/api/events';
const asEve = { authorization: 'Bearer token-of-eve-0123456789' };
const changeOf = (videoId: string) => `data: {"videoId":"${videoId}","detailsVersion":2}`;

/** What a page has received of a stream so far. */
interface Page {
  readonly headers: Headers;
  text: string;
  /** Whether the server has ended the stream. */
  isEnded: boolean;
  close(): void;
}

describe('the stream of events', () => {
  let gateway: GatewayUnderTest;
  const pages: Page[] = [];
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.fakes.sessions.set('token-of-eve-0123456789', 'eve');
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) page.close();
    await untilOpen(0);
  });
  afterAll(() => gateway.running.stop());

  async function open(headers: Readonly<Record<string, string>> = {}, from = gateway): Promise<Page> {
    const response = await from.ask('GET', path, headers);
    const reader = response.body!.getReader();
    const page: Page = {
      ...{ headers: response.headers, text: '', isEnded: false },
      close: () => void reader.cancel(),
    };
    pages.push(page);
    const receive = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        page.text += Buffer.from(part.value as Uint8Array).toString();
      page.isEnded = true;
    };
    void receive();
    await until(
      () => page.text,
      (text) => text.includes('event: reset'),
    );
    return page;
  }

  async function metric(series: string): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${String(gateway.running.metricsPort)}/metrics`);
    const line = (await response.text()).split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  }
  const untilOpen = (count: number) =>
    until(
      () => metric('event_streams_open'),
      (value) => value === count,
    );

  async function change(ownerId: string, videoId: string): Promise<void> {
    const data = { ownerId, videoId, version: 2 };
    const type = 'upload.video-progressed.v1';
    const message = createMessage({ type, source: 'upload', subject: videoId, data });
    await gateway.running.infrastructure.bus.publish('upload.events', [message]);
  }

  it('tells only the owner of a video that it changed, unbuffered and not stored', async () => {
    const [ada, eve] = [await open(), await open(asEve)];
    expect(Object.fromEntries(ada.headers)).toMatchObject({
      ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
    expect(ada.headers.has('content-encoding')).toBe(false);
    await change('ada', 'v');
    await change('eve', 'w');
    await until(() => ada.text.includes(changeOf('v')) && eve.text.includes(changeOf('w')));
    expect([ada.text.includes('"w"'), eve.text.includes('"v"')]).toEqual([false, false]);
  });

  it('allows ten pages, and none is held by a HEAD request', async () => {
    for (let number = 0; number < 11; number += 1) {
      const { status } = await gateway.ask('HEAD', path, {});
      expect(status).toBe(200);
    }
    await untilOpen(0);
    for (let number = 0; number < 10; number += 1) await open();
    const { status, headers } = await gateway.call('GET', path);
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  });

  it('is counted as a request when it begins, without the time that it is open', async () => {
    const labels = `method="GET",route="${path}"`;
    const counted = () => metric(`http_requests_total{${labels},status="200"}`);
    const before = await counted();
    await open();
    await until(
      () => metric('http_requests_in_flight'),
      (count) => count === 0,
    );
    expect([await counted(), await metric('event_streams_open')]).toEqual([before + 1, 1]);
  });

  it('ends when the session ends', async () => {
    const page = await open(asEve);
    gateway.fakes.sessions.delete('token-of-eve-0123456789');
    const data = { userId: 'eve', reason: 'deactivated' } as const;
    const message = createMessage({ type: 'auth.access-ended.v1', source: 'auth', subject: 'eve', data });
    await gateway.running.infrastructure.bus.publish('auth.events', [message]);
    await until(() => page.isEnded);
    expect((await gateway.ask('GET', path, asEve)).status).toBe(401);
  });

  it('ends when the process stops, which does not wait for it', async () => {
    const other = await startGateway();
    const page = await open({}, other);
    await other.running.stop();
    await until(() => page.isEnded);
  });
});
