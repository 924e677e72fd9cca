import { randomUUID } from 'node:crypto';
import type { Message } from '@vault/messaging';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
let sent: Message[];
beforeAll(async () => {
  gateway = await startGateway();
  sent = [];
  await gateway.running.infrastructure.bus.subscribe({
    group: 'the-test',
    topics: ['portal.commands', 'upload.commands'],
    handler: ({ message }) => Promise.resolve(void sent.push(message)),
  });
});
afterAll(() => gateway.running.stop());

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(`${gateway.running.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token-of-ada-0123456789',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
/** The command of one request. */
async function commandOf(path: string, body: object, headers: Record<string, string> = {}): Promise<Message> {
  const before = sent.length;
  expect((await post(path, body, headers)).status).toBe(200);
  while (sent.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
  return sent[before]!;
}
const tracks = { passthrough: 'v', sound: 1 };

describe('a request with an idempotency key', () => {
  it.each(['short', 'x'.repeat(65), 'has spaces in the key', 'nön-latin-letters-0'])(
    'is refused when the key has another form: %s',
    async (key) => {
      const answer = await post('/api/muxupload/tracks', tracks, { 'idempotency-key': encodeURI(key) });
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { msg: string }).msg).toMatch(/Idempotency-Key/);
    },
  );

  it('sends the same command when it is repeated, and another with another key, address or caller', async () => {
    const [key, other] = [{ 'idempotency-key': randomUUID() }, { 'idempotency-key': randomUUID() }];
    const first = await commandOf('/api/muxupload/tracks', tracks, key);
    const again = await commandOf('/api/muxupload/tracks', tracks, key);
    expect([again.id, again.requestkey, again.requesthash]).toEqual([
      first.id,
      first.requestkey,
      first.requesthash,
    ]);
    expect((await commandOf('/api/muxupload/tracks', tracks, other)).id).not.toBe(first.id);
    const elsewhere = await commandOf('/api/muxupload/tracks?x=1', tracks, key);
    expect(elsewhere.id).toBe(first.id);
    gateway.fakes.sessions.set('token-of-eve-0123456789', 'eve');
    const authorization = 'Bearer token-of-eve-0123456789';
    const ofEve = await commandOf(
      '/api/muxupload/tracks',
      { passthrough: 'w', sound: 1 },
      { ...key, authorization },
    );
    expect(ofEve.id).not.toBe(first.id);
    expect([first.actorid, ofEve.actorid]).toEqual(['ada', 'eve']);
    expect(ofEve.requestkey?.split('.')[0]).not.toBe(first.requestkey?.split('.')[0]);
  });

  it('says that its content is another', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await commandOf('/api/muxupload/tracks', tracks, key);
    const other = await commandOf('/api/muxupload/tracks', { passthrough: 'v', sound: 2 }, key);
    expect(other.requestkey).toBe(first.requestkey);
    expect(other.requesthash).not.toBe(first.requesthash);
  });

  it('makes the same portal', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'Acme', slug: 'acme-again' };
    const [first, again] = [
      await commandOf('/api/portals', body, key),
      await commandOf('/api/portals', body, key),
    ];
    expect(again).toMatchObject({ id: first.id, subject: first.subject, data: first.data });
    expect((await commandOf('/api/portals', body)).subject).not.toBe(first.subject);
  });

  it('gives no key to the commands of other requests', async () => {
    const command = await commandOf('/api/muxupload/tracks', tracks);
    expect([command.requestkey, command.requesthash]).toEqual([undefined, undefined]);
  });
});
