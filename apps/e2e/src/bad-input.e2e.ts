import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import type { Product } from './testing/product/product.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sendRaw, type RawAnswer, type RawRequest } from './testing/api/send-raw.ts';
import { startProduct } from './testing/product/start-product.ts';
import { silentVideo } from './testing/api/talk.ts';

/** The case, its request, and the expected status. */
type Row = readonly [what: string, send: () => RawRequest, status: number | readonly number[]];

const video = silentVideo();
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
const missingId = '00000000-0000-4000-8000-000000000000';

let product: Product;
let owner: Api;
let stranger: Api;
let record: VideoRecord;
/** A partial upload of the owner: the server holds 1,000 of 10,000 bytes. */
let partial: UploadSession;
let empty: UploadSession;

before(async () => {
  product = await startProduct();
  [owner, stranger] = [product.api(), product.api()];
  await owner.register();
  await stranger.register();
  const { session } = await uploadVideo(owner, video, 'Mine');
  record = await owner.untilVideo(session.uploadId, 'settled', ({ thumbnail }) => thumbnail !== '');
  partial = await owner.openUpload();
  empty = await owner.openUpload();
  const head = { 'content-range': 'bytes 0-999/10000', 'content-type': 'video/mp4' };
  const sent = { method: 'PUT', path: partial.url, headers: head, body: video.bytes.subarray(0, 1_000) };
  assert.equal((await sendRaw(product.origin, sent)).status, 308);
});
after(() => product.end());

const jsonType = { 'content-type': 'application/json' };

function post(path: string, body: unknown, headers: Record<string, string> = {}): RawRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', path, body: text, headers: { ...jsonType, ...headers } };
}

function as(api: Api): Record<string, string> {
  return api.user ? { authorization: `Bearer ${api.user.token}` } : {};
}

const login = (body: unknown) => () => post('/api/auth/login', body);
const save = (body: unknown) => () => ({
  ...post('/api/muxupload/save', body, as(owner)),
  method: 'PATCH',
});
const list = (query: string) => () => ({ path: `/api/muxvideos?${query}`, headers: as(owner) });
const put = (url: () => string, range: string | undefined, body: string | Uint8Array, more = {}) => {
  return (): RawRequest => ({
    method: 'PUT',
    path: url(),
    body,
    headers: {
      'content-type': 'video/mp4',
      ...('transfer-encoding' in more ? {} : { 'content-length': String(body.length) }),
      ...(range === undefined ? {} : { 'content-range': range }),
      ...more,
    },
  });
};
const toPartial = (range: string, body: string | Uint8Array = 'x'.repeat(10)) =>
  put(() => partial.url, range, body);
const get = (path: string) => (): RawRequest => ({ path });
/** An address at the origin of the video host. */
const atHost = (path: string) => `${product.mediaOrigin}${path}`;
const getAtHost = (path: string) => (): RawRequest => ({ path: atHost(path) });

/** One of each kind: specs of the gateway and of the video engine prove the rest, field by field. */
const rows: Row[] = [
  ['a query operator as e-mail', login({ email: { $ne: '' }, password: { $ne: '' } }), 400],
  ['an unknown account', login({ email: 'nobody@example.com', password: 'x' }), 401],
  ['2 MiB of JSON', login({ email: 'x'.repeat(2 * 1_024 * 1_024) }), 413],
  ['nothing to save', () => save({ passthrough: record.id })(), 400],
  ['an unknown id', save({ passthrough: missingId, title: 'x' }), 404],
  ['an upload without a byte', () => save({ passthrough: empty.id, title: 'x' })(), 409],
  ['an upload that is not complete', () => save({ passthrough: partial.id, title: 'x' })(), 409],
  ['two pages', list('page=1&page=2'), 400],
  ['an operator as page', list('page[$gt]=0'), [200, 400]],
  ['a range in the form of requests', toPartial('bytes=1000-1009'), 400],
  ['a gap', toPartial('bytes 2000-2009/10000'), 409],
  ['a total over the limit', put(() => empty.url, 'bytes 0-9/20000000000', 'x'.repeat(10)), 413],
  ['no length', put(() => empty.url, undefined, 'x', { 'transfer-encoding': 'chunked' }), 411],
  ['an HLS playlist as video', put(() => empty.url, undefined, playlist.repeat(9)), 415],
  [
    'a path in the address of an upload',
    put(() => atHost('/media/uploads/../../secrets.json'), undefined, 'x'),
    404,
  ],
  ['GET instead of PUT', () => ({ path: empty.url }), 405],
  ['a path outside the files, encoded', get('/assets/%2e%2e/%2e%2e/%2e%2e/package.json'), [400, 403, 404]],
  ['a path outside the files, with backslashes', get('/assets/..\\..\\..\\package.json'), [400, 403, 404]],
  ['a path outside the media', getAtHost('/media/stream/..%2f..%2fcatalogue.sqlite'), 404],
  ['the source of a video', () => ({ path: atHost(`/media/objects/assets/${record.assetId}/source`) }), 404],
  ['the video host’s own calls', getAtHost('/media/video/v1/assets'), 401],
  [
    'a picture at an invalid time',
    () => ({ path: `${record.thumbnail.split('?')[0]!}?time=-i%20/etc/passwd` }),
    400,
  ],
  ['the deleting GET as HEAD', () => ({ method: 'HEAD', ...deleting() }), [404, 405]],
  ['the deleting GET as a page navigation', () => deleting({ 'sec-fetch-mode': 'navigate' }), 405],
  ['the deleting GET as a prefetch', () => deleting({ 'sec-purpose': 'prefetch;prerender' }), 405],
  ['a token in the URL', () => ({ path: `${deleting().path}?token=${owner.user!.token}` }), 401],
  ['an unsigned webhook', () => webhook('video.asset.deleted', now(), undefined), 401],
  ['a webhook signed an hour ago', () => webhook('video.asset.deleted', now() - 3_600, validSecret()), 401],
  [
    'a valid webhook about a deletion that did not happen',
    () => webhook('video.asset.deleted', now(), validSecret()),
    200,
  ],
  ['the same, sent again', () => webhook('video.asset.deleted', now(), validSecret()), 200],
];

function deleting(headers: Record<string, string> = {}): RawRequest {
  return { path: `/api/muxvideos/delete/${record.id}`, headers: { ...as(owner), ...headers } };
}

function webhook(type: string, at: number, secret: string | undefined): RawRequest {
  const body = JSON.stringify({
    id: 'made-up',
    type,
    created_at: new Date().toISOString(),
    data: { id: record.assetId },
  });
  const signature = createHmac('sha256', secret ?? '')
    .update(`${String(at)}.${body}`)
    .digest('hex');
  const headers: Record<string, string> =
    secret === undefined ? {} : { 'mux-signature': `t=${String(at)},v1=${signature}` };
  return post('/api/webhooks/mux', body, headers);
}

const now = () => Math.floor(Date.now() / 1_000);
const validSecret = () => product.webhookSecret;

describe('bad input', () => {
  for (const [what, send, status] of rows) {
    it(what, async () => {
      const request = send();
      const answer = await sendRaw(product.origin, request);
      const allowed = [status].flat();
      assert.ok(
        allowed.includes(answer.status),
        `answered ${String(answer.status)}: ${answer.text.slice(0, 200)}`,
      );
      if (answer.status >= 400) assertSafeError(request, answer);
    });
  }
});

describe('many concurrent requests', () => {
  it('cannot exceed the plan’s limit', async () => {
    const hasty = product.api();
    await hasty.register('free');
    const answers = await Promise.all(Array.from({ length: 12 }, () => hasty.send('GET', '/api/muxupload')));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, ...Array.from({ length: 10 }, () => 403)]);
  });

  it('cannot guess passwords beyond the rate limit', async () => {
    const guessed = product.api();
    const { email } = await guessed.register();
    const guess = (password: string) => sendRaw(product.origin, login({ email, password })());
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => guess(`guess ${String(index)}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 4);
  });

  it('cannot find out whether an account exists', async () => {
    const knownEmail = await sendRaw(product.origin, login({ email: stranger.user!.email, password: 'x' })());
    const unknownEmail = await sendRaw(
      product.origin,
      login({ email: 'nobody@example.com', password: 'x' })(),
    );
    assert.deepEqual([knownEmail.status, knownEmail.text], [unknownEmail.status, unknownEmail.text]);
  });
});

describe('unusual but valid input', () => {
  it('is stored and returned as text, without invisible characters', async () => {
    const text = '<script>alert(1)</script>, {"$ne":1}, $where, 🎥 and \ud7ff';
    assert.equal((await owner.save(record.id, { title: `${text}\u0000\u0007\u202e` })).title, text);
    await owner.save(record.id, { title: 'Mine' });
  });

  it('pages of any size have at most a hundred videos', async () => {
    for (const limit of ['100', '101', '100000', '-1', '0', 'all']) {
      const { status } = await sendRaw(product.origin, list(`limit=${limit}`)());
      assert.equal(status, 200, limit);
    }
  });

  it('with unknown keys is accepted, and the keys are dropped', async () => {
    const body = {
      passthrough: record.id,
      title: 'Mine',
      state: 'failed',
      ownerId: stranger.user!.id,
      duration: 9,
    };
    await owner.ask('PATCH', '/api/muxupload/save', body);
  });
});

describe('after the bad input', () => {
  it('a truncated file becomes a failed video with a reason', async () => {
    const session = await owner.openUpload();
    const half = video.bytes.subarray(0, Math.floor(video.bytes.length / 2));
    assert.equal((await sendRaw(product.origin, put(() => session.url, undefined, half)())).status, 200);
    await assert.rejects(owner.untilReady(session.uploadId), /"step":"processing","reason":"[A-Z]/);
    await owner.ask('DELETE', `/api/muxvideos/${session.id}`);
  });

  it('the owner’s video is unchanged', async () => {
    const storedVideo = await owner.video(record.id);
    assert.equal(storedVideo.title, 'Mine');
    assert.equal(storedVideo.duration, record.duration);
    assert.equal(storedVideo.assetId, record.assetId);
    assert.equal(storedVideo.thumbnail, record.thumbnail);
  });

  it('the partial upload is unchanged', async () => {
    const answer = await sendRaw(product.origin, put(() => partial.url, 'bytes */10000', '')());
    assert.deepEqual([answer.status, answer.headers.range], [308, 'bytes=0-999']);
  });

  it('the product logged no internal error', async () => {
    assert.equal((await sendRaw(product.origin, get('/readyz')())).status, 200);
    assert.doesNotMatch(product.log(), /request failed|media request failed|UnhandledPromise/);
  });
});

/** Asserts that an error is one plain word or a sentence in the envelope, and reveals no internals of the product. */
function assertSafeError({ method, path }: RawRequest, { text }: RawAnswer): void {
  assert.doesNotMatch(text, /node_modules|\bat .*\.(js|ts):\d|secrets|root:x|"name": ?"webinar-vault"/, text);
  if (method === 'HEAD' || !path.startsWith('/api') || text === 'Unauthorized' || text === 'Forbidden')
    return;
  const envelope = JSON.parse(text) as { status: string; msg: string };
  assert.equal(envelope.status, 'error');
  assert.match(envelope.msg, /^["A-Z].*\.$/s);
}
