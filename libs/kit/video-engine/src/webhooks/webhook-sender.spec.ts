import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Mux from '@mux/mux-node';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from '../catalogue/catalogue.ts';
import { newId } from '../common/ids.ts';
import { defaultLimits, noTrace, silentLogger } from '../common/options.ts';
import { newAsset } from '../testing/new-asset.ts';
import { until } from '../testing/start-test-engine.ts';
import { retryDelay, signWebhook, WebhookSender } from './webhook-sender.ts';

jest.setTimeout(60_000);

const mux = new Mux({ tokenId: 'a', tokenSecret: 'b' });
let folder: Awaited<ReturnType<typeof makeFolder>>;
let url: string;
let answer: (body: string, tries: number) => number | 'hang';
const got: { body: string; headers: Record<string, string> }[] = [];
const receiver = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  req.on('end', () => {
    got.push({ body, headers: req.headers as Record<string, string> });
    const status = answer(body, got.filter((one) => one.body === body).length);
    if (status !== 'hang') res.writeHead(status, { Location: '/elsewhere' }).end();
  });
});

beforeAll(async () => {
  folder = await makeFolder();
  url = await new Promise<string>((resolve) => {
    receiver.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    });
  });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await folder.remove();
});
beforeEach(() => {
  got.length = 0;
  answer = () => 200;
});

let count = 0;
async function makeSender(
  limits = {},
): Promise<{ catalogue: Catalogue; sender: WebhookSender; stop: () => Promise<void> }> {
  const catalogue = await Catalogue.open(`${folder.path}/${(count += 1)}`);
  const all = { ...defaultLimits, ...limits };
  const sender = new WebhookSender(
    catalogue,
    { url, secret: 'secret' },
    {
      limits: all,
      logger: silentLogger,
      trace: noTrace,
    },
  );
  const stop = async (): Promise<void> => {
    await sender.stop();
    await catalogue.close();
  };
  return { catalogue, sender, stop };
}

async function add(catalogue: Catalogue, id: string, body: string, createdAt = Date.now()): Promise<void> {
  const event = { id: newId(), type: 'test', body, createdAt, dueAt: createdAt, attempts: 0 };
  const isNew = await catalogue.assets.insert(newAsset({ id, events: [event] }));
  if (!isNew) await catalogue.assets.changeEvents(id, (events) => [...events, event]);
}

const bodies = (): string[] => got.map((one) => one.body);

test('the SDK accepts a signature, and refuses a forged, altered or old one', async () => {
  const now = Math.floor(Date.now() / 1000);
  const body = '{"type":"video.asset.ready"}';
  const unwrap = (text: string, signature: string): Promise<unknown> =>
    mux.webhooks.unwrap(text, { 'mux-signature': signature }, 'secret');
  await expect(unwrap(body, signWebhook(body, 'secret', now))).resolves.toEqual({
    type: 'video.asset.ready',
  });
  await expect(unwrap(body, signWebhook(body, 'other', now))).rejects.toThrow();
  await expect(unwrap(`${body} `, signWebhook(body, 'secret', now))).rejects.toThrow();
  await expect(unwrap(body, signWebhook(body, 'secret', now - 301))).rejects.toThrow(/too old/);
});

test('failed deliveries are retried with the same bytes and a new signature, in order', async () => {
  const { catalogue, sender, stop } = await makeSender();
  answer = (body, tries) => (body === '"first"' && tries < 3 ? 500 : 200);
  await add(catalogue, 'asset', '"first"');
  await add(catalogue, 'asset', '"second"');
  await add(catalogue, 'another', '"other"');
  sender.wake();
  await until(() => bodies().includes('"second"') || undefined, 'the second event was not delivered');
  expect(bodies().filter((body) => body !== '"other"')).toEqual([
    '"first"',
    '"first"',
    '"first"',
    '"second"',
  ]);
  expect(bodies().indexOf('"other"')).toBeLessThan(3);
  await expect(
    mux.webhooks.verifySignature('"first"', got.at(0)?.headers ?? {}, 'secret'),
  ).resolves.toBeUndefined();
  await until(
    async () => ((await catalogue.assets.nextEventDueAt()) === undefined ? true : undefined),
    'the outbox is not empty',
  );
  await stop();
});

test('an event that always fails does not block later events of its subject forever', async () => {
  const { catalogue, sender, stop } = await makeSender();
  answer = (body) => (body === '"poison"' ? 500 : 200);
  await add(catalogue, 'asset', '"poison"');
  await add(catalogue, 'asset', '"next"');
  sender.wake();
  await until(() => bodies().includes('"next"') || undefined, 'the next event was not delivered', 30_000);
  await stop();
});

test('a missing answer fails after one deadline, a redirect is a failure, and both are retried', async () => {
  const { catalogue, sender, stop } = await makeSender({ webhookDeadlineSeconds: 0.2 });
  answer = (_, tries) => (tries === 1 ? 'hang' : tries === 2 ? 302 : 200);
  await add(catalogue, 'asset', '"slow"');
  sender.wake();
  await until(() => got.length === 3 || undefined, 'the event was not retried');
  await stop();
});

test('an event that is too old is dropped', async () => {
  const { catalogue, sender, stop } = await makeSender();
  answer = () => 500;
  await add(catalogue, 'asset', '"old"', Date.now() - 86_500_000);
  sender.wake();
  await until(
    async () => (got.length === 1 && (await catalogue.assets.nextEventDueAt()) === undefined) || undefined,
    'the event is left',
  );
  await stop();
});

test('events survive a stop and are delivered after the next start', async () => {
  const first = await makeSender();
  answer = () => 503;
  await add(first.catalogue, 'asset', '"kept"');
  first.sender.wake();
  await until(() => got.length > 0 || undefined, 'the event was not sent');
  await first.stop();
  answer = () => 200;
  count -= 1;
  const second = await makeSender();
  second.sender.wake();
  await until(
    async () => ((await second.catalogue.assets.nextEventDueAt()) === undefined ? true : undefined),
    'the event is left',
  );
  expect(new Set(bodies())).toEqual(new Set(['"kept"']));
  await second.stop();
});

test('the back-off grows, is bounded and jittered', () => {
  const delays = [0, 1, 5, 11, 40].map((tries) => retryDelay(tries, 0.5));
  expect(delays).toEqual([500, 1000, 16_000, 600_000, 600_000]);
  expect(retryDelay(5, 0)).toBe(12_000);
  expect(retryDelay(5, 1)).toBe(20_000);
});
