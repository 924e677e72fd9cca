import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type {
  Chapter,
  Operation,
  SessionUser,
  UploadSession,
  UserSettings,
  SavedVersions,
  VideoRecord,
} from '@vault/contracts';
import type { Api, Envelope } from './testing/api/api.ts';
import { assertPlanLimit } from './testing/api/assert-plan-limit.ts';
import { isTimecodeIn, readCues } from './testing/shared/cues.ts';
import { LogFile } from './testing/shared/log-file.ts';
import { programOf, spawnProgram } from './testing/product/product-process.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { offsetOf, putRange } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { takePort } from './testing/shared/take-port.ts';
import { briefTalk } from './testing/api/talk.ts';

const media = briefTalk();
const password = 'analytical engine';
const jpeg = [0xff, 0xd8, 0xff];
const planFeatures = [
  ['Curious Executive', '2 videos at a time', '50K monthly tokens'],
  ['Product Marketing Pro', '20 videos at a time', '1M monthly tokens', '[Ee]mbeddable[a-z ]* portal'],
] as const;

/** The answer of the editor's calls. */
interface EditAnswer extends Envelope {
  readonly data: VideoRecord;
  readonly chapters: Chapter[];
  readonly operation: Operation;
  readonly system_message: string;
  readonly user_message: string;
}

/** The calls of section 7 of both requirement documents, in the order in which one person makes them for one video. */
describe('the calls', () => {
  let product: Product;
  let api: Api;
  let stranger: Api;
  let session: UploadSession;
  let video: VideoRecord;

  before(async () => {
    product = await sharedProduct();
    [api, stranger] = [product.api(), product.api()];
  });

  it('The API base is a fixed host on port 5000 under /api.', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-e2e-'));
    const log = new LogFile(join(dataDir, 'product.log'));
    const blocker = await takePort(5_000);
    try {
      const child = spawnProgram(programOf('all-in-one'), { DATA_DIR: dataDir }, log.path);
      await once(child, 'exit');
      assert.match(log.text(), /Another program uses this port\..*127\.0\.0\.1:5000/s);
    } finally {
      blocker?.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
    assert.equal((await api.send('POST', '/api/auth/check')).status, 401);
    assert.notEqual((await api.send('POST', '/auth/check')).status, 401);
  });

  it(
    proves(
      'POST /auth/register | {firstname, lastname, email, password, plan} | Returns user data including a token, stored as the session',
      'Registration payload: firstname, lastname, email, password, plan.',
      'Plans: free and executive.',
    ),
    async () => {
      const body = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.com', password };
      for (const plan of ['free', 'executive']) {
        const email = `${plan}.${body.email}`;
        const user = await api.ask<SessionUser>('POST', '/api/auth/register', { ...body, email, plan });
        const { firstname, lastname } = body;
        assert.deepEqual(pick(user, ['firstname', 'lastname', 'email', 'plan']), {
          firstname,
          lastname,
          email,
          plan,
        });
        assert.ok(user.id !== '' && user.token !== '');
      }
      const { status } = await api.send('POST', '/api/auth/register', {
        body: { ...body, plan: 'enterprise' },
      });
      assert.equal(status, 400);
    },
  );

  it(
    proves(
      "POST /auth/login | JSON {email, password} | The response's data object is stored as the user",
      'Current user: id, token.',
    ),
    async () => {
      const registered = await api.register('free');
      const body = { email: registered.email, password };
      api.user = await api.ask<SessionUser>('POST', '/api/auth/login', body);
      assert.deepEqual(Object.keys(api.user).sort(), Object.keys(registered).sort());
      assert.deepEqual({ ...api.user, token: '' }, { ...registered, token: '' });
      assert.equal((await stranger.register('executive')).plan, 'executive');
    },
  );

  it('POST /auth/check | empty | On success the library list loads; other answers are covered in section 8', async () => {
    const user = await api.ask<SessionUser>('POST', '/api/auth/check');
    assert.equal(user.id, api.user!.id);
    assert.deepEqual(await api.videos(), []);
    const left = product.api();
    await left.register('free');
    await left.ask('POST', '/api/auth/logout');
    const { status, text } = await left.send('POST', '/api/auth/check');
    assert.deepEqual([status, text], [401, 'Unauthorized']);
  });

  it('POST /auth/can-upload-video | empty | Returns canUpload and msg', async () => {
    const { json } = await api.send('POST', '/api/auth/can-upload-video');
    const { canUpload, msg, data } = json as Envelope & { canUpload: boolean };
    assert.deepEqual({ canUpload, msg }, { canUpload: true, msg: '' });
    assert.deepEqual(data, { canUpload, msg, used: 0, videoLimit: 2 });
  });

  it(
    proves(
      'GET /muxupload | none | Upload session {id, uploadId, url}; the url is the upload endpoint',
      'Upload session: id, uploadId, url.',
    ),
    async () => {
      session = await api.openUpload();
      assert.deepEqual(Object.keys(session).sort(), ['id', 'uploadId', 'url']);
      const response = await fetch(new URL(session.url, api.origin), {
        method: 'PUT',
        headers: { 'content-range': 'bytes */*' },
      });
      assert.equal(response.status, 308);
    },
  );

  it("PUT to the session url | file chunk; header Content-Range 'bytes start-end/total'; content type is the file type | Chunked upload", async () => {
    const size = media.bytes.length;
    const half = Math.floor(size / 2);
    const first = await putRange(api, session.url, media, 0, half);
    assert.deepEqual([first.status, offsetOf(first)], [308, half]);
    const last = await putRange(api, session.url, media, half, size);
    assert.equal(last.status, 200);
  });

  it('PATCH /muxupload/save | {title, userId, passthrough} after upload; or {passthrough, title}; or {passthrough, description} | Saves the video or an edit; the passthrough is the session id', async () => {
    const passthrough = session.id;
    const save = async (body: object) => {
      const { detailsVersion } = await api.ask<SavedVersions>('PATCH', '/api/muxupload/save', body);
      const saved = await api.video(passthrough);
      assert.deepEqual([saved.id, saved.detailsVersion >= detailsVersion!], [session.id, true]);
      return saved;
    };
    assert.equal((await save({ title: 'Pricing', userId: api.user!.id, passthrough })).title, 'Pricing');
    assert.equal((await save({ passthrough, title: 'A price' })).title, 'A price');
    const { title, description } = await save({ passthrough, description: 'Is a lever.' });
    assert.deepEqual([title, description], ['A price', 'Is a lever.']);
  });

  it('GET /muxvideos | query userId, page=1, limit=100 | The list is in data.data', async () => {
    const { json } = await api.send('GET', `/api/muxvideos?userId=${api.user!.id}&page=1&limit=100`);
    // The browser's client calls the answer's body `data`.
    const list = json!.data as VideoRecord[];
    assert.deepEqual(
      list.map(({ id }) => id),
      [session.id],
    );
  });

  it('GET /muxvideos/asset/{uploadId} | none | data with thumbnail; checked every second after upload', async () => {
    const seen = await api.untilVideo(session.uploadId, 'seen', ({ thumbnail }) => thumbnail !== '');
    assert.equal(seen.uploadId, session.uploadId);
    await assertPicture(seen.thumbnail);
  });

  it(
    proves(
      'Uploaded webinars are chaptered automatically.',
      'Video record: id, uploadId, title, description, assetId, thumbnail, playback_id, captionsTrackId, vtt (transcript as WebVTT text), duration (seconds), created_at (epoch seconds), localVideo (download URL), chapters.',
      'Chapter: title, summary, quote (list whose items are plain strings or objects with quote and timecode).',
    ),
    async () => {
      video = await api.untilReady(session.uploadId);
      const texts = [
        'id',
        'uploadId',
        'title',
        'description',
        'assetId',
        'thumbnail',
        'playback_id',
      ] as const;
      for (const name of [...texts, 'captionsTrackId'] as const)
        assert.ok(typeof video[name] === 'string' && video[name] !== '', name);
      assert.match(video.vtt!, /^WEBVTT\n[^]*pricing/i);
      assert.ok(video.duration > 1 && video.duration < 60, String(video.duration));
      const age = Date.now() / 1_000 - video.created_at;
      assert.ok(age >= -1 && age < 3_600, String(age));
      const address = new URL(await api.untilDownload(video.id), api.origin);
      const download = await fetch(address, { headers: { range: 'bytes=4-7' } });
      assert.equal(await download.text(), 'ftyp');
      assert.ok(video.chapters.length > 0);
      for (const { title, summary, quote } of video.chapters) {
        assert.ok(title !== '' && summary !== '');
        for (const item of quote) assert.deepEqual(Object.keys(item).sort(), ['quote', 'timecode']);
      }
    },
  );

  it('a thumbnail can be requested by playback id and seconds', async () => {
    const url = new URL(video.thumbnail, api.origin);
    assert.ok(url.pathname.includes(video.playback_id));
    url.searchParams.set('time', '1');
    await assertPicture(url.href);
  });

  it('POST /muxupload/re-generate-chapter | {passthrough} | Regenerates chapters; response shape not shown', async () => {
    const { json } = await api.send('POST', '/api/muxupload/re-generate-chapter', {
      body: { passthrough: session.id },
    });
    assert.equal(json?.status, 'success');
    assert.deepEqual((await api.video(session.id)).chapters, video.chapters);
  });

  it('POST /muxupload/generate-summary | {passthrough} | Generates a summary; response shape not shown', async () => {
    const { json } = await api.send('POST', '/api/muxupload/generate-summary', {
      body: { passthrough: session.id },
    });
    assert.equal(json?.status, 'success');
    const { summary, description } = await api.video(session.id);
    assert.ok(summary.length > 0);
    assert.equal(description, 'Is a lever.');
  });

  it(
    proves(
      'GET /muxvideos/asset/{id} | none | data.chapters and data',
      'Video asset: id, playback_id, title, description, duration, chapters.',
      'Chapter: start (HH:MM:SS), title, summary, search, quote.',
    ),
    async () => {
      const { data, chapters } = await edit('GET', `/api/muxvideos/asset/${video.assetId}`);
      for (const name of ['id', 'playback_id', 'title', 'description', 'duration'] as const)
        assert.equal(data[name], video[name], name);
      assert.deepEqual(data.chapters, chapters);
      for (const { start, title, summary, search, quote } of chapters) {
        assert.match(start, /^\d\d:\d\d:\d\d$/);
        assert.deepEqual([typeof title, typeof summary, typeof search], ['string', 'string', 'string']);
        assert.ok(Array.isArray(quote));
      }
    },
  );

  it(
    proves(
      'POST /auth/ | userId | custom_prompt, quote_ct, base_search_prompt',
      'User settings, returned by the auth call: custom_prompt, quote_ct, base_search_prompt.',
      'Default quote count: 3.',
      'Default custom prompt asks for complete, cohesive insights, with quotations of about 15 to 50 words, emotionally resonant and memorable wording.',
    ),
    async () => {
      const settings = await api.ask<UserSettings>('POST', '/api/auth/', { userId: api.user!.id });
      assert.deepEqual(Object.keys(settings).sort(), ['base_search_prompt', 'custom_prompt', 'quote_ct']);
      assert.equal(settings.quote_ct, 3);
      for (const words of [
        /complete, cohesive insight/,
        /15 to 50 words/,
        /emotionally resonant and memorable/,
      ])
        assert.match(settings.custom_prompt, words);
    },
  );

  it(
    proves(
      'POST /muxupload/update-custom-prompt | userId, customPrompt, quoteCt | result not shown',
      'POST /muxupload/update-base-search-prompt | userId, customPrompt | result not shown',
      'Quote count select: 1, 2 or 3.',
    ),
    async () => {
      const userId = api.user!.id;
      const set = (what: string, body: object) =>
        api.send('POST', `/api/muxupload/update-${what}`, { body: { userId, ...body } });
      for (const quoteCt of [0, 4, 1.5])
        assert.equal((await set('custom-prompt', { customPrompt: 'Prefer numbers.', quoteCt })).status, 400);
      for (const quoteCt of [3, 2, 1]) {
        const { json } = await set('custom-prompt', { customPrompt: 'Prefer numbers.', quoteCt });
        assert.equal(json?.status, 'success');
      }
      const { json } = await set('base-search-prompt', { customPrompt: 'Answer in one sentence.' });
      assert.equal(json?.status, 'success');
      assert.deepEqual(await api.ask<UserSettings>('POST', '/api/auth/', { userId }), {
        custom_prompt: 'Prefer numbers.',
        quote_ct: 1,
        base_search_prompt: 'Answer in one sentence.',
      });
    },
  );

  it(
    proves(
      'POST /muxupload/update-quote | passthrough, start, end, selIndex, newQuotePrompt | data.chapters and data',
      "The last chapter's end defaults to 10:00:00.",
      'Quote timecode: two seconds before the quote begins.',
    ),
    async () => {
      const selIndex = video.chapters.length - 1;
      const { start } = video.chapters[selIndex]!;
      const body = { passthrough: video.assetId, start, end: '10:00:00', selIndex, newQuotePrompt: '' };
      const { data, chapters, operation } = await edit('POST', '/api/muxupload/update-quote', body);
      assert.deepEqual(data.chapters, chapters);
      assert.deepEqual([operation.kind, operation.state, operation.chapterStart], ['quotes', 'done', start]);
      const { quote } = chapters[selIndex]!;
      assert.equal(quote.length, 1, 'the chosen number of quotes');
      const [cue] = readCues(data.vtt!).filter(({ text }) =>
        quoteText(quote[0]!).startsWith(text.slice(0, 12)),
      );
      assert.ok(typeof quote[0] === 'object' && cue);
      assert.ok(isTimecodeIn(quote[0].timecode, cue), quote[0].timecode);
      const stored = await api.ask<Operation>('GET', `/api/muxupload/operations/${operation.id}`);
      assert.deepEqual(stored, operation);
      for (const wrong of [{ start: '00:59:00' }, { start: 'now' }, { end: start }, { selIndex: -1 }]) {
        const { status, json } = await api.send('POST', '/api/muxupload/update-quote', {
          body: { ...body, ...wrong },
        });
        assert.ok(status === 400 || status === 409, JSON.stringify(wrong));
        assert.ok(json?.msg);
      }
    },
  );

  it('POST /muxupload/update-search | passthrough, selIndex, newSearchPrompt | data.data, data.chapters, system_message, user_message', async () => {
    const body = { passthrough: video.id, selIndex: 0, newSearchPrompt: 'What is said about price?' };
    const answer = await edit('POST', '/api/muxupload/update-search', body);
    assert.deepEqual(answer.data.chapters, answer.chapters);
    assert.match(answer.chapters[0]!.search, /pric/i);
    assert.match(answer.system_message, /^Answer in one sentence\./);
    assert.ok(answer.system_message.includes(quoteText(answer.chapters[0]!.quote[0]!)));
    assert.ok(answer.system_message.includes(answer.data.summary));
    assert.equal(answer.user_message, body.newSearchPrompt);
    assert.equal(answer.operation.result, answer.chapters[0]!.search);
    for (const newSearchPrompt of ['abc', ' abc ']) {
      const { status } = await api.send('POST', '/api/muxupload/update-search', {
        body: { ...body, newSearchPrompt },
      });
      assert.equal(status, 400);
    }
  });

  it(
    proves(
      'PATCH /muxupload/save | passthrough, chapters (the full list) | result not shown',
      'The quote is a list whose items are either plain strings or objects with timecode and quote.',
      'Regular user: authenticated with a bearer token from local storage; can edit chapters and prompts.',
    ),
    async () => {
      const before = await api.video(video.id);
      const timed = { timecode: '00:00:01', quote: 'Test a new price.' };
      const chapters: Chapter[] = [
        { ...before.chapters[0]!, title: '<b>Price</b>', quote: ['Nobody said this.', timed] },
        { start: '00:00:03', title: 'Quarters', summary: 'Every quarter.', search: 'A\nB', quote: [] },
      ];
      const body = { passthrough: video.assetId, chapters, version: before.version };
      const { version } = await api.ask<SavedVersions>('PATCH', '/api/muxupload/save', body);
      const saved = await api.video(video.id);
      assert.deepEqual([saved.chapters, saved.version, version! > before.version], [chapters, version, true]);
      // A save with an older version is refused; a save without a version is accepted.
      const stale = { ...body, chapters: before.chapters };
      const late = await api.send('PATCH', '/api/muxupload/save', { body: stale });
      assert.equal(late.status, 409);
      assert.match(late.json!.msg!, /^[A-Z].+\.$/s);
      const foreign = await stranger.send('PATCH', '/api/muxupload/save', { body });
      assert.equal(foreign.status, 404);
      for (const wrong of [[], [chapters[1]], [chapters[0], chapters[0]], [{ ...chapters[0], title: ' ' }]]) {
        const { status, json } = await api.send('PATCH', '/api/muxupload/save', {
          body: { passthrough: video.id, chapters: wrong },
        });
        assert.deepEqual([status, json?.status], [400, 'error'], JSON.stringify(wrong));
      }
      assert.deepEqual((await api.video(video.id)).chapters, chapters);
    },
  );

  it('plans allow as many videos as the pricing cards say', async () => {
    const page = await (await fetch(new URL('/', product.origin))).text();
    const words = page.replaceAll(/<[^>]*>/g, ' ');
    for (const [name, ...features] of planFeatures)
      assert.match(words, new RegExp([name, ...features].join('.*'), 's'));
    await assertPlanLimit(api, 2, 1);
    await assertPlanLimit(stranger, 20, 0);
  });

  it('GET /muxvideos/delete/{id} | none | Deletes the video', async () => {
    await api.ask('GET', `/api/muxvideos/delete/${video.id}`);
    assert.equal((await api.send('GET', `/api/muxvideos/asset/${video.uploadId}`)).status, 404);
    assert.deepEqual(await api.videos(), []);
  });

  async function edit(method: string, path: string, body?: object): Promise<EditAnswer> {
    const { status, json, text } = await api.send(method, path, { body });
    assert.equal(status, 200, text.slice(0, 300));
    return json as EditAnswer;
  }

  async function assertPicture(url: string): Promise<void> {
    const answer = await fetch(new URL(url, api.origin));
    assert.equal(answer.headers.get('content-type'), 'image/jpeg');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], jpeg);
  }
});

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
