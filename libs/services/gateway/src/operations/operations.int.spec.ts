import { aChapterSet } from '@vault/contracts/testing';
import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { operationOf } from '../testing/operation-of.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const chapters = [0, 250.48, 300].map((start, index) => ({
  start,
  title: `Chapter ${String(index)}`,
  summary: '',
  searchText: '',
  quotes: [],
}));
const ofVideo = { passthrough: 'v' };
const quotes = {
  ...ofVideo,
  start: '00:04:10',
  end: '10:00:00',
  selIndex: 1,
  newQuotePrompt: ' About price ',
};
const search = { ...ofVideo, selIndex: 2, newSearchPrompt: 'Who is it for?' };

describe('a generation', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    chaptering.chapterSets.push(aChapterSet({ chapters, vtt: 'WEBVTT\n' }));
    handled.length = 0;
  });
  afterAll(() => gateway.running.stop());

  const post = (what: string, body: object, signal?: AbortSignal) =>
    gateway.call('POST', `/api/muxupload/${what}`, body, {}, signal);

  const video = { videoId: 'v', ownerId: 'ada' };
  const calls = [
    { what: 're-generate-chapter', body: ofVideo, command: ['chapters', video], start: null },
    { what: 'generate-summary', body: ofVideo, command: ['summary', video], start: null },
    {
      what: 'update-quote',
      body: quotes,
      command: ['quotes', { ...video, chapterStart: 250, chapterIndex: 1, prompt: 'About price' }],
      start: '00:04:10',
    },
    {
      what: 'update-search',
      body: search,
      command: ['search', { ...video, chapterIndex: 2, prompt: 'Who is it for?' }],
      start: null,
    },
  ] as const;

  it.each(calls)('$what is sent to chaptering, awaited, and answered with the record', async (call) => {
    const { chaptering, handled } = gateway.fakes;
    const { status, json } = await post(call.what, call.body);
    expect(status).toBe(200);
    expect(handled).toEqual([call.command]);
    const [id] = [...chaptering.operations.keys()];
    expect(json).toMatchObject({
      data: { id: 'v', chapters: [{}, { start: '00:04:10' }, {}] },
      chapters: [{}, {}, {}],
      operation: {
        id,
        kind: call.command[0],
        state: 'done',
        chapterStart: call.start,
        system_message: 'The system prompt.',
        result: `The ${call.command[0]}.`,
      },
    });
    expect(chaptering.reads.get(id!)).toBe(1);
    const polled = await gateway.call('GET', `/api/muxupload/operations/${id!}`);
    expect([polled.status, polled.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(polled.json.data).toEqual(json.operation);
  });

  it('answers a search with its prompts', async () => {
    const { json } = await post('update-search', search);
    expect(json).toMatchObject({
      system_message: 'The system prompt.',
      user_message: 'Who is it for?',
      operation: { user_message: 'Who is it for?' },
    });
  });

  it.each(calls)('$what that is refused, or fails, is answered with the reason', async ({ what, body }) => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.refusal = new AppError('limit-reached', 'You have 3 tokens left.');
    const refused = await post(what, body);
    expect([refused.status, refused.json]).toEqual([
      403,
      { status: 'error', code: 'limit-reached', msg: 'You have 3 tokens left.' },
    ]);
    expect([handled, chaptering.reads.size]).toEqual([[], 0]);
    chaptering.refusal = undefined;
    for (const [code, status] of [
      ['conflict', 409],
      ['unavailable', 503],
      ['', 503],
      ['an unknown code', 503],
    ] as const) {
      chaptering.outcome = { state: 'failed', code, msg: 'It did not work out.' };
      const failed = await post(what, body);
      expect([failed.status, failed.json]).toEqual([
        status,
        { status: 'error', code: code === 'conflict' ? code : 'unavailable', msg: 'It did not work out.' },
      ]);
    }
  });

  it('is awaited while chaptering is unavailable for a moment', async () => {
    gateway.fakes.chaptering.unavailableReads = 3;
    const { status, json } = await post('update-quote', quotes);
    expect([status, json]).toMatchObject([200, { operation: { state: 'done' } }]);
  });

  it('is answered also when the event about its end is lost', async () => {
    gateway.fakes.chaptering.isSilent = true;
    const { status, json } = await post('update-quote', quotes);
    expect([status, json]).toMatchObject([200, { operation: { state: 'done' } }]);
  });

  it('is no longer awaited after the client has gone', async () => {
    const { chaptering } = gateway.fakes;
    chaptering.isEndless = true;
    const leaving = new AbortController();
    const answer = post('re-generate-chapter', ofVideo, leaving.signal).catch((error: unknown) => error);
    await until(
      () => chaptering.operations.size,
      (size) => size === 1,
    );
    leaving.abort();
    expect(await answer).toMatchObject({ name: 'AbortError' });
    const [id] = [...chaptering.operations.keys()];
    const reads = () => chaptering.reads.get(id!) ?? 0;
    await until(reads, (count) => count === 1);
    await chaptering.publishEnd(video, id!);
    chaptering.isEndless = false;
    expect((await post('generate-summary', ofVideo)).status).toBe(200);
    expect(reads()).toBe(1);
  });

  // With the three calls of chaptering itself (its own spec counts them), these are all six from the popup to the answer.
  it('with its cost in the popup needs three calls of services, and no poll', async () => {
    const before = await gateway.rpcCalls();
    await gateway.call('GET', '/api/muxupload/estimate?passthrough=v&kind=quotes&start=00:04:10');
    expect((await post('update-quote', quotes)).status).toBe(200);
    const counts = (calls: readonly string[]) => Map.groupBy(calls, (call) => call);
    const then = counts(before);
    const calls = [...counts(await gateway.rpcCalls())].flatMap(([method, all]) =>
      all.slice(then.get(method)?.length ?? 0),
    );
    expect(calls.sort()).toEqual(['EstimateOperation', 'GetChapterSets', 'GetVideo']);
  });

  it('is started with any of the three ids of the video', async () => {
    const { status } = await post('generate-summary', { passthrough: 'v-asset' });
    expect([status, gateway.fakes.handled]).toEqual([200, [['summary', video]]]);
  });

  it.each([
    ['update-quote', { ...quotes, end: quotes.start }, /end of the chapter must be later/],
    ['update-quote', { ...quotes, end: '00:00:00' }, /end of the chapter must be later/],
    ['update-quote', { ...quotes, start: 'now' }, /HH:MM:SS/],
    ['update-quote', { ...quotes, selIndex: -1 }, /"selIndex"/],
    ['update-search', { ...search, newSearchPrompt: ' abc ' }, /more than 3 characters/],
    ['update-search', { ...search, newSearchPrompt: 'x'.repeat(4_001) }, /at most 4000/],
  ])('%s refuses %j', async (what, body, words) => {
    const { status, json } = await post(what, body);
    expect(status).toBe(400);
    expect(json.msg).toMatch(words);
  });

  it.each(calls)(
    '$what of somebody else’s video is answered like for an unknown video',
    async ({ what, body }) => {
      for (const passthrough of ['w', 'not-there']) {
        const { status, json } = await post(what, { ...body, passthrough });
        expect([status, json.msg]).toEqual([404, 'The video was not found.']);
      }
      expect(gateway.fakes.handled).toEqual([]);
    },
  );

  it('is visible only to its owner, and an invalid id is not found', async () => {
    const { operations } = gateway.fakes.chaptering;
    operations.set('hers', { ownerId: 'eve', operation: operationOf('hers') });
    for (const id of ['hers', 'not-there', '%00', 'a%20b', 'x'.repeat(129)]) {
      const { status, json } = await gateway.call('GET', `/api/muxupload/operations/${id}`);
      expect([status, json.msg]).toEqual([404, 'The operation was not found.']);
    }
  });
});
