import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { forge, forgedKinds, resign } from './testing/api/forged-tokens.ts';
import type { Product } from './testing/product/product.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sendRaw, type RawAnswer, type RawRequest } from './testing/api/send-raw.ts';
import { startProduct } from './testing/product/start-product.ts';
import { silentVideo } from './testing/api/talk.ts';

/** The case, its request, and the expected status. */
type Row = readonly [what: string, send: () => RawRequest, status: number | readonly number[]];

const video = silentVideo();
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
const concatList = 'ffconcat version 1.0\nfile ../../../secrets.json\n';
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(64)]);
const missingId = '00000000-0000-4000-8000-000000000000';

let product: Product;
let owner: Api;
let stranger: Api;
let loggedOut: Api;
let anonymous: Api;
let record: VideoRecord;
/** A partial upload of the owner: the server holds 1,000 of 10,000 bytes. */
let partial: UploadSession;
let empty: UploadSession;
/** One upload for each file that is not media, because such a file ends its upload. */
let spare: UploadSession[];

before(async () => {
  product = await startProduct();
  [owner, stranger, loggedOut, anonymous] = [product.api(), product.api(), product.api(), product.api()];
  await owner.register();
  await stranger.register();
  await loggedOut.register();
  await loggedOut.ask('POST', '/api/auth/logout');
  const { session } = await uploadVideo(owner, video, 'Mine');
  record = await owner.untilVideo(session.uploadId, 'settled', ({ thumbnail }) => thumbnail !== '');
  partial = await owner.openUpload();
  empty = await owner.openUpload();
  spare = await Promise.all(Array.from({ length: 5 }, () => owner.openUpload()));
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
const register = (change: object) => () =>
  post('/api/auth/register', {
    firstname: 'Eve',
    lastname: 'Eve',
    email: 'eve@example.com',
    password: 'long enough',
    plan: 'free',
    ...change,
  });
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
const whole = (body: string | Uint8Array) => put(() => empty.url, undefined, body);
const noMedia = (body: string | Uint8Array) => put(() => spare.pop()!.url, undefined, body);
const get = (path: string) => (): RawRequest => ({ path });
/** An address at the origin of the video host. */
const atHost = (path: string) => `${product.mediaOrigin}${path}`;
const getAtHost = (path: string) => (): RawRequest => ({ path: atHost(path) });

const bodies: Row[] = [
  ['a query operator as e-mail', login({ email: { $ne: '' }, password: { $ne: '' } }), 400],
  ['a query operator as password', login({ email: 'a@example.com', password: { $gt: '' } }), 400],
  ['a regular expression as e-mail', login({ email: { $regex: '.*' }, password: 'x' }), 400],
  ['a list as e-mail', login({ email: ['a@example.com'], password: 'x' }), 400],
  ['no e-mail', login({ password: 'x' }), 400],
  ['a word as e-mail', login({ email: 'somebody', password: 'x' }), 400],
  ['a NUL in the e-mail', login({ email: 'a\u0000@example.com', password: 'x' }), 400],
  ['an e-mail of 300 characters', login({ email: `${'a'.repeat(300)}@example.com`, password: 'x' }), 400],
  ['a password of 10,000 characters', login({ email: 'a@example.com', password: 'x'.repeat(10_000) }), 400],
  ['an unknown account', login({ email: 'nobody@example.com', password: 'x' }), 401],
  ['cut JSON', login('{"email":'), 400],
  ['no JSON', login('email=a&password=b'), 400],
  ['JSON null', login('null'), 400],
  ['a JSON list', login('[]'), 400],
  ['a JSON text', login('"email"'), 400],
  ['no body', login(''), 400],
  ['100,000 open brackets', login('['.repeat(100_000)), 400],
  ['a prototype key', login('{"__proto__":{"email":"a@example.com","password":"x"}}'), 400],
  ['a constructor key', login('{"constructor":{"prototype":{"email":"a@example.com"}}}'), 400],
  ['2 MiB of JSON', login({ email: 'x'.repeat(2 * 1_024 * 1_024) }), 413],
  ['JSON as plain text', () => post('/api/auth/login', '{}', { 'content-type': 'text/plain' }), 400],
  [
    'a form',
    () => post('/api/auth/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    400,
  ],
  ['XML', () => post('/api/auth/login', '{}', { 'content-type': 'application/xml' }), 400],
  ['a made-up plan', register({ plan: 'admin' }), 400],
  ['an operator as plan', register({ plan: { $ne: 'free' } }), 400],
  ['a short password', register({ password: 'short' }), 400],
  ['an empty name', register({ firstname: '   ', lastname: ' ' }), 400],
  ['a name of 101 characters', register({ lastname: 'x'.repeat(101) }), 400],
  ['a taken e-mail', () => register({ email: owner.user!.email })(), 409],
];

const edits: Row[] = [
  ['a title of 201 characters', () => save({ passthrough: record.id, title: 'x'.repeat(201) })(), 400],
  [
    'a description of 5,001 characters',
    () => save({ passthrough: record.id, description: 'x'.repeat(5_001) })(),
    400,
  ],
  ['a title of spaces', () => save({ passthrough: record.id, title: '  \n ' })(), 400],
  ['a number as title', () => save({ passthrough: record.id, title: 7 })(), 400],
  ['an operator as title', () => save({ passthrough: record.id, title: { $set: 'x' } })(), 400],
  ['nothing to save', () => save({ passthrough: record.id })(), 400],
  ['no id', save({ title: 'x' }), 400],
  ['an operator as id', save({ passthrough: { $ne: null }, title: 'x' }), 400],
  ['a path as id', save({ passthrough: '../../store', title: 'x' }), 400],
  ['an id of 10,000 characters', save({ passthrough: 'x'.repeat(10_000), title: 'x' }), 400],
  ['an unknown id', save({ passthrough: missingId, title: 'x' }), 404],
  ['an upload without a byte', () => save({ passthrough: empty.id, title: 'x' })(), 409],
  ['an upload that is not complete', () => save({ passthrough: partial.id, title: 'x' })(), 409],
  ['page 0', list('page=0'), 400],
  ['page -1', list('page=-1'), 400],
  ['a word as page', list('page=first'), 400],
  ['two pages', list('page=1&page=2'), 400],
  ['an operator as page', list('page[$gt]=0'), [200, 400]],
  ['page 10^9', list('page=1000000000'), 400],
  ['an unknown view', list('view=everything'), 400],
  ['an operator as user', list('userId[$ne]=x'), [200, 400]],
];

const uploads: Row[] = [
  ['a range without an end', toPartial('bytes 1000-'), 400],
  ['a range with another unit', toPartial('items 1000-1009/10000'), 400],
  ['a range in the form of requests', toPartial('bytes=1000-1009'), 400],
  ['a range that ends before it begins', toPartial('bytes 1009-1000/10000'), 400],
  ['a range past its total', toPartial('bytes 9995-10004/10000'), 400],
  ['a range without a total', toPartial('bytes 1000-1009/*'), 400],
  ['a negative range', toPartial('bytes -10-1009/10000'), 400],
  ['a range in hexadecimal', toPartial('bytes 0x3e8-0x3f1/0x2710'), 400],
  ['a range with 40 digits', toPartial(`bytes ${'9'.repeat(40)}-${'9'.repeat(40)}/${'9'.repeat(40)}`), 400],
  ['an empty range', toPartial(''), 400],
  ['two ranges', toPartial('bytes 1000-1004/10000, 1005-1009/10000'), 400],
  ['a range longer than its body', toPartial('bytes 1000-1999/10000'), 400],
  ['a range shorter than its body', toPartial('bytes 1000-1001/10000'), 400],
  ['a gap', toPartial('bytes 2000-2009/10000'), 409],
  ['another total', toPartial('bytes 1000-1009/20000'), 409],
  ['another total in a query', put(() => partial.url, 'bytes */20000', ''), 409],
  ['a query with a body', toPartial('bytes */10000'), 400],
  ['a total over the limit', put(() => empty.url, 'bytes 0-9/20000000000', 'x'.repeat(10)), 413],
  ['a file of no bytes', whole(''), 400],
  ['a total of no bytes', put(() => empty.url, 'bytes 0-0/0', 'x'), 400],
  ['text as video', noMedia('Dear webinar,\n'.repeat(100)), 415],
  ['an HLS playlist as video', noMedia(playlist.repeat(9)), 415],
  ['an ffconcat list as video', noMedia(concatList.repeat(20)), 415],
  ['a picture as video', noMedia(png), 415],
  ['a web page as video', noMedia('<!doctype html><script>alert(1)</script>'.repeat(20)), 415],
  ['no length', put(() => empty.url, undefined, 'x', { 'transfer-encoding': 'chunked' }), 411],
  [
    'an unknown address',
    put(() => atHost('/media/uploads/0123456789abcdef0123456789abcdef01234567'), undefined, 'x'),
    404,
  ],
  ['a path in the address', put(() => atHost('/media/uploads/../../secrets.json'), undefined, 'x'), 404],
  ['POST instead of PUT', () => ({ ...whole('x')(), method: 'POST' }), 405],
  ['DELETE instead of PUT', () => ({ method: 'DELETE', path: empty.url }), 405],
  ['GET instead of PUT', () => ({ path: empty.url }), 405],
];

const addresses: Row[] = [
  ['an unknown call', get('/api/nothing'), 404],
  ['a call of another method', () => ({ method: 'PUT', path: '/api/muxvideos', headers: as(owner) }), 404],
  ['the call root', get('/api'), 404],
  ['an unknown file', get('/assets/nothing.js'), 404],
  ['a path outside the files', get('/assets/../../../package.json'), [400, 403, 404]],
  ['a path outside the files, encoded', get('/assets/%2e%2e/%2e%2e/%2e%2e/package.json'), [400, 403, 404]],
  ['a path outside the files, slashes encoded', get('/assets/..%2f..%2f..%2fpackage.json'), [400, 403, 404]],
  ['a path outside the files, encoded twice', get('/%252e%252e/%252e%252e/package.json'), [400, 403, 404]],
  ['a path outside the files, with backslashes', get('/assets/..\\..\\..\\package.json'), [400, 403, 404]],
  ['a NUL in a file name', get('/index.html%00.js'), [400, 403, 404]],
  ['broken escapes', get('/%zz.js'), [400, 403, 404]],
  ['a path outside the media', getAtHost('/media/stream/../../secrets.json'), 404],
  ['a path outside the media, encoded', getAtHost('/media/%2e%2e/secrets.json'), 404],
  ['a path outside the media, slashes encoded', getAtHost('/media/stream/..%2f..%2fcatalogue.sqlite'), 404],
  ['the source of a video', () => ({ path: atHost(`/media/objects/assets/${record.assetId}/source`) }), 404],
  ['the video host’s own calls', getAtHost('/media/video/v1/assets'), 401],
  [
    'the video host’s own calls, guessed',
    () => ({
      path: atHost('/media/video/v1/uploads'),
      headers: { authorization: `Basic ${btoa('test:test')}` },
    }),
    401,
  ],
  [
    'a picture of 10^9 pixels',
    () => ({ path: `${record.thumbnail.split('?')[0]!}?width=1000000000` }),
    [200, 400],
  ],
  [
    'a picture at an invalid time',
    () => ({ path: `${record.thumbnail.split('?')[0]!}?time=-i%20/etc/passwd` }),
    400,
  ],
  ['an id with a NUL', () => ({ path: '/api/muxvideos/asset/%00', headers: as(owner) }), 404],
  [
    'an id of 300 characters',
    () => ({ path: `/api/muxvideos/asset/${'x'.repeat(300)}`, headers: as(owner) }),
    404,
  ],
  [
    'an id that is a path',
    () => ({ path: '/api/muxvideos/asset/..%2f..%2fsecrets', headers: as(owner) }),
    404,
  ],
];

const deletes: Row[] = [
  ['HEAD', () => ({ method: 'HEAD', ...deleting() }), [404, 405]],
  ['a page navigation', () => deleting({ 'sec-fetch-mode': 'navigate' }), 405],
  ['Chrome’s prefetch', () => deleting({ 'sec-purpose': 'prefetch' }), 405],
  ['prerendering', () => deleting({ 'sec-purpose': 'prefetch;prerender' }), 405],
  ['Safari’s preview', () => deleting({ purpose: 'preview' }), 405],
  ['Firefox’s prefetch', () => deleting({ 'x-moz': 'prefetch' }), 405],
  ['a token in the URL', () => ({ path: `${deleting().path}?token=${owner.user!.token}` }), 401],
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

const webhooks: Row[] = [
  ['unsigned', () => webhook('video.asset.deleted', now(), undefined), 401],
  ['signed with another secret', () => webhook('video.asset.deleted', now(), 'guessed'), 401],
  ['signed an hour ago', () => webhook('video.asset.deleted', now() - 3_600, validSecret()), 401],
  ['an empty signature', () => post('/api/webhooks/mux', '{}', { 'mux-signature': 't=,v1=' }), 401],
  [
    'a signature in another format',
    () => post('/api/webhooks/mux', '{}', { 'mux-signature': 'x'.repeat(5_000) }),
    401,
  ],
  [
    'valid, but about a deletion that did not happen',
    () => webhook('video.asset.deleted', now(), validSecret()),
    200,
  ],
  ['valid, sent again', () => webhook('video.asset.deleted', now(), validSecret()), 200],
  ['valid, of an unknown type', () => webhook('video.asset.exploded', now(), validSecret()), 200],
];

const table: Readonly<Record<string, readonly Row[]>> = {
  'sign-in and registration': bodies,
  'the library': edits,
  'an upload': uploads,
  addresses,
  'the deleting GET': deletes,
  'a webhook': webhooks,
};

for (const [where, rows] of Object.entries(table)) {
  describe(`bad input to ${where}`, () => {
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
}

describe('a forged token', () => {
  for (const kind of forgedKinds) {
    it(kind, async () => {
      const token = forge(kind, owner.user!.token, product.signingKey);
      const answer = await sendRaw(
        product.origin,
        post('/api/auth/check', '{}', { authorization: `Bearer ${token}` }),
      );
      assert.deepEqual([answer.status, answer.text], [401, 'Unauthorized']);
    });
  }

  it('is refused for its content: valid tokens are accepted, also one that these tests signed', async () => {
    for (const token of [owner.user!.token, resign(owner.user!.token, product.signingKey)]) {
      const request = post('/api/auth/check', '{}', { authorization: `Bearer ${token}` });
      assert.equal((await sendRaw(product.origin, request)).status, 200);
    }
  });

  it('is refused in other forms of the header', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', owner.user!.token, `Basic ${owner.user!.token}`]) {
      const answer = await sendRaw(product.origin, post('/api/auth/check', '{}', { authorization }));
      assert.deepEqual([answer.status, answer.text], [401, 'Unauthorized'], authorization);
    }
  });
});

describe('another user', () => {
  it('gets the same answer for a foreign id as for an unknown one, on every call', async () => {
    for (const api of [stranger, loggedOut, anonymous]) {
      for (const call of callsWithAnId()) {
        const missing = await sendRaw(product.origin, call(api, missingId));
        for (const id of [record.id, record.uploadId, record.assetId]) {
          const request = call(api, id);
          const foreign = await sendRaw(product.origin, request);
          const where = `${request.method ?? 'GET'} ${request.path}`;
          assert.deepEqual([foreign.status, foreign.text], [missing.status, missing.text], where);
          assert.equal(foreign.status, api === stranger ? 404 : 401, where);
        }
      }
    }
  });

  it('sees nothing of the library', async () => assert.deepEqual(await stranger.videos(), []));

  it('must not send the id of another user', async () => {
    const userId = owner.user!.id;
    for (const request of [
      { path: `/api/muxvideos?userId=${userId}`, headers: as(stranger) },
      post('/api/auth', { userId }, as(stranger)),
      {
        ...post('/api/muxupload/save', { userId, passthrough: missingId, title: 'x' }, as(stranger)),
        method: 'PATCH',
      },
    ]) {
      const { status, text } = await sendRaw(product.origin, request);
      assert.deepEqual([status, text], [403, 'Forbidden'], request.path);
    }
  });
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

/** Calls that take the id of a video. */
function callsWithAnId(): ((api: Api, id: string) => RawRequest)[] {
  const postTo = (name: string) => (api: Api, passthrough: string) =>
    post(`/api/muxupload/${name}`, { passthrough }, as(api));
  return [
    (api, id) => ({ path: `/api/muxvideos/asset/${id}`, headers: as(api) }),
    (api, id) => ({ path: `/api/muxvideos/delete/${id}`, headers: as(api) }),
    (api, id) => ({ method: 'DELETE', path: `/api/muxvideos/${id}`, headers: as(api) }),
    (api, passthrough) => ({
      ...post('/api/muxupload/save', { passthrough, title: 'Theirs' }, as(api)),
      method: 'PATCH',
    }),
    postTo('re-generate-chapter'),
    postTo('generate-summary'),
    postTo('upload-omnisearch'),
    postTo('retry'),
  ];
}

/** Asserts that an error is one plain word or a sentence in the envelope, and reveals no internals of the product. */
function assertSafeError({ method, path }: RawRequest, { text }: RawAnswer): void {
  assert.doesNotMatch(text, /node_modules|\bat .*\.(js|ts):\d|secrets|root:x|"name": ?"webinar-vault"/, text);
  if (method === 'HEAD' || !path.startsWith('/api') || text === 'Unauthorized' || text === 'Forbidden')
    return;
  const envelope = JSON.parse(text) as { status: string; msg: string };
  assert.equal(envelope.status, 'error');
  assert.match(envelope.msg, /^["A-Z].*\.$/s);
}
