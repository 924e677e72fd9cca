import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const [ada, eve] = ['another-token-of-ada-0123', 'token-of-eve-0123456789'];
/** Longer than records and sessions are cached. */
const longMs = 1_100;

describe('polls of one video', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, owners, sessions } = gateway.fakes;
    chaptering.reset();
    chaptering.chapterSets.push({ ...set, chapters: [] });
    owners.set('v', 'ada');
    sessions.set(ada, 'ada').set(eve, 'eve');
  });
  afterAll(() => gateway.running.stop());

  const poll = (id = 'v', headers: Record<string, string> = {}, token = ada) =>
    fetch(`${gateway.running.url}/api/muxvideos/asset/${id}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const titlesOf = async (id: string) => {
    const { chapters } = (await (await poll(id)).json()) as { chapters: { title: string }[] };
    return chapters.map(({ title }) => title);
  };
  const etagOf = (response: Response) => response.headers.get('etag') ?? '';

  it('are answered with 304 while nothing has changed', async () => {
    const first = await poll();
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(etagOf(first)).toMatch(/^"[\w-]{43}"$/);
    for (const sent of [etagOf(first), `W/${etagOf(first)}`, `"other", ${etagOf(first)}`]) {
      const again = await poll('v', { 'if-none-match': sent });
      expect([again.status, await again.text(), etagOf(again)]).toEqual([304, '', etagOf(first)]);
    }
    expect((await poll('v', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('share their reads', async () => {
    await Promise.all(Array.from({ length: 20 }, () => poll()));
    expect(gateway.fakes.chaptering.chapterRequests).toBeLessThan(20);
  });

  it('show by each id what the person has just saved, and nothing that was deleted', async () => {
    const ids = ['v', 'v-upload', 'v-asset'];
    for (const id of ids) expect(await titlesOf(id)).toEqual([]);
    const edit = { passthrough: 'v', chapters: [{ start: '00:00:00', title: 'New' }] };
    expect((await gateway.call('PATCH', '/api/muxupload/save', edit)).status).toBe(200);
    for (const id of ids) expect(await titlesOf(id)).toEqual(['New']);
    expect((await gateway.call('DELETE', '/api/muxvideos/v')).status).toBe(200);
    for (const id of ids) expect((await poll(id)).status).toBe(404);
  });

  it('show a change from elsewhere at once to who asks for it, else after a second', async () => {
    const known = { 'if-none-match': etagOf(await poll()) };
    gateway.fakes.chaptering.chapterSets[0]!.summary = 'Changed elsewhere';
    expect((await poll('v', { ...known, 'cache-control': 'no-cache' })).status).toBe(200);
    gateway.fakes.chaptering.chapterSets[0]!.summary = 'And again';
    await wait(longMs);
    expect(await (await poll('v', known)).text()).toContain('And again');
  });

  it('are refused for another person, and after a second for who was signed out or switched off', async () => {
    const etag = etagOf(await poll());
    for (const id of ['v', 'v-upload', 'v-asset']) {
      const { status, headers } = await poll(id, { 'if-none-match': etag }, eve);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    gateway.fakes.sessions.set(ada, 'inactive').delete(eve);
    await wait(longMs);
    expect((await poll('v', { 'if-none-match': etag })).status).toBe(403);
    expect((await poll('v', {}, eve)).status).toBe(401);
  });
});

const set = {
  videoId: 'v',
  chapters: [],
  summary: 'All',
  vtt: '',
  version: 1,
  isGenerating: false,
  progress: 100,
  revision: 4,
  operations: [],
};
