import { aChapterSet } from '@vault/contracts/testing';
import { createEvent, createMessage, CommandBus, type Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const path = '/api/muxvideos/asset/v';

describe('polls of a video', () => {
  // Time stands still, so that only messages can invalidate caches.
  const now = new Date();
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ clock: { now: () => now } });
  });
  afterAll(() => gateway.running.stop());

  const reads = async () => (await gateway.rpcCalls()).filter((method) => method === 'GetVideo').length;
  const setSummary = (summary: string) => {
    const { chapterSets } = gateway.fakes.chaptering;
    chapterSets.splice(0);
    chapterSets.push(aChapterSet({ summary }));
  };
  const title = async () => ((await gateway.call('GET', path)).json.data as { title: string }).title;
  const summary = async () => ((await gateway.call('GET', path)).json.data as { summary: string }).summary;

  it('are answered from memory, and with 304 to the tag of the answer', async () => {
    setSummary('First');
    const { headers } = await gateway.call('GET', path);
    const etag = headers.get('etag')!;
    await until(async () => {
      const before = await reads();
      await summary();
      return (await reads()) === before;
    });
    const unchanged = await gateway.ask('GET', path, { 'if-none-match': etag });
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    expect(unchanged.headers.get('cache-control')).toBe('no-store');
    const other = await gateway.ask('GET', path, { 'if-none-match': '"other"' });
    expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
    const list = await gateway.call('GET', '/api/muxvideos?view=card');
    const tag = { 'if-none-match': list.headers.get('etag')! };
    expect((await gateway.ask('GET', '/api/muxvideos?view=card', tag)).status).toBe(304);
  });

  it('show what was saved through another replica', async () => {
    const { bus } = gateway.running.infrastructure;
    const other = new CommandBus(bus, 'gateway', `gateway-outcomes-other-${String(process.pid)}`);
    await other.start();
    try {
      await title();
      gateway.fakes.title = 'Saved elsewhere';
      const data = { videoId: 'v', ownerId: 'ada', title: 'New' };
      await other.send('upload.save-details.v1', data, { subject: 'v' });
      await until(title, (shown) => shown === 'Saved elsewhere');
    } finally {
      await other.close();
    }
  });

  const about = { videoId: 'v', ownerId: 'ada' };
  const publish = async (event: Message) =>
    gateway.running.infrastructure.bus.publish(`${event.source}.events`, [event]);

  it('show what changed with an event of upload', async () => {
    await title();
    gateway.fakes.title = 'Progressed';
    await publish(createEvent('upload.video-progressed.v1', 'v', { ...about, version: 2 }));
    await until(title, (shown) => shown === 'Progressed');
  });

  it('show what changed with an event of chaptering', async () => {
    await summary();
    setSummary('Changed');
    await publish(createEvent('chaptering.chapters-changed.v1', 'v', { ...about, version: 2 }));
    await until(summary, (shown) => shown === 'Changed');
  });

  it('are refused to others, and after the account was deactivated', async () => {
    const { sessions } = gateway.fakes;
    const bearer = 'token-of-eve-0123456789';
    sessions.set(bearer, 'eve');
    await summary();
    const asEve = { authorization: `Bearer ${bearer}` };
    expect((await gateway.ask('GET', path, asEve)).status).toBe(404);
    expect((await gateway.ask('GET', '/api/muxvideos/asset/w', asEve)).status).toBe(200);
    sessions.set(bearer, 'inactive');
    const data = { userId: 'eve', reason: 'deactivated' } as const;
    const message = createMessage({ type: 'auth.access-ended.v1', source: 'auth', subject: 'eve', data });
    await gateway.running.infrastructure.bus.publish('auth.events', [message]);
    await until(
      async () => (await gateway.ask('GET', '/api/muxvideos/asset/w', asEve)).status,
      (status) => status === 403,
    );
  });
});
