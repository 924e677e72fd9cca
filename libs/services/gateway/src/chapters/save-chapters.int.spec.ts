import { jest } from '@jest/globals';
import { formatTimeCode, searchTextLimit } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const path = '/api/muxupload/save';
const welcome = { start: '00:00:00', title: 'Welcome' };

describe('saving chapters', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    handled.length = 0;
    chaptering.chapterSets.push(aChapterSet({ summary: 'All', vtt: 'WEBVTT\n', version: 4 }));
  });
  afterAll(() => gateway.running.stop());

  const save = (body: object) => gateway.call('PATCH', path, { passthrough: 'v', ...body });

  it('sends the edits in one command, and answers with the version of the chapters', async () => {
    const chapters = [
      welcome,
      {
        start: '00:04:10',
        title: ' Why the \u202Etrial ',
        summary: 'S',
        search: 'A\r\nB',
        quote: ['No time.', { quote: 'A time.', timecode: '01:02:03' }],
        searchQuotes: 'Q',
        more: 'dropped',
      },
    ];
    const { status, json } = await save({ chapters, version: 4, searchSummary: '' });
    expect(status).toBe(200);
    const { handled } = gateway.fakes;
    expect(handled).toEqual([
      [
        'save-chapters',
        {
          videoId: 'v',
          ownerId: 'ada',
          version: 4,
          searchSummary: '',
          chapters: [
            { start: 0, title: 'Welcome', summary: '', searchText: '', quotes: [] },
            {
              start: 250,
              title: 'Why the  trial',
              summary: 'S',
              searchText: 'A\nB',
              quotes: [{ text: 'No time.' }, { text: 'A time.', at: 3_723 }],
              searchQuotes: 'Q',
            },
          ],
        },
      ],
    ]);
    expect(json).toEqual({ status: 'success', data: { version: 5 } });
  });

  it('omits a version that was not sent, and fields that were not edited', async () => {
    expect((await save({ chapters: [welcome] })).status).toBe(200);
    expect((await save({ searchSummary: 'Context.' })).status).toBe(200);
    const video = { videoId: 'v', ownerId: 'ada' };
    expect(gateway.fakes.handled.map(([, data]) => data)).toEqual([
      { ...video, chapters: [{ start: 0, title: 'Welcome', summary: '', searchText: '', quotes: [] }] },
      { ...video, searchSummary: 'Context.' },
    ]);
  });

  it.each([
    { chapters: [welcome], version: 4 },
    { title: 'Talk' },
    { title: 'Talk', description: 'All of it.', chapters: [welcome] },
  ])('calls no service beside the commands: %j', async (body) => {
    const before = await gateway.rpcCalls();
    expect((await save(body)).status).toBe(200);
    expect(await gateway.rpcCalls()).toEqual(before);
  });

  it('finds the video by any of its ids', async () => {
    const { status, json } = await save({ passthrough: 'v-asset', chapters: [welcome] });
    expect([status, json.data]).toEqual([200, { version: 5 }]);
    expect(gateway.fakes.handled).toMatchObject([['save-chapters', { videoId: 'v' }]]);
  });

  it('happens before the details of the video are saved', async () => {
    const { status, json } = await save({ title: 'Talk', chapters: [welcome] });
    expect([status, json.data]).toEqual([200, { version: 5, detailsVersion: 7 }]);
    expect(gateway.fakes.handled).toEqual([
      ['save-chapters', expect.anything()],
      ['save', { videoId: 'v', ownerId: 'ada', title: 'Talk' }],
    ]);
  });

  it('that changed meanwhile is refused with the message of chaptering, and nothing else is saved', async () => {
    const words = 'These chapters were changed elsewhere. Reload to see them.';
    gateway.fakes.chaptering.refusal = new AppError('conflict', words);
    const { status, json } = await save({ title: 'Talk', chapters: [welcome], version: 3 });
    expect([status, json]).toEqual([409, { status: 'error', code: 'conflict', msg: words }]);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it.each([
    [{}, /^Send a title, a description or chapters/],
    [{ chapters: [] }, /^A video has at least one chapter/],
    [{ chapters: [{ ...welcome, title: ' ' }] }, /^Please give each chapter a title/],
    [{ chapters: [{ ...welcome, start: '4:10' }] }, /^Please write times as HH:MM:SS/],
    [{ chapters: [{ ...welcome, title: 'x'.repeat(101) }] }, /"chapters.0.title" must be at most 100/],
    [{ chapters: [{ ...welcome, quote: [{ quote: 'Q' }] }] }, /"chapters.0.quote.0"/],
    [{ chapters: [welcome], version: '4' }, /"version"/],
  ])('refuses %j', async (body, words) => {
    const { status, json } = await save(body);
    expect(status).toBe(400);
    expect(json.msg).toMatch(words);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('of somebody else’s video is answered like for an unknown video', async () => {
    for (const passthrough of ['w', 'not-there']) {
      const { status, json } = await save({ passthrough, chapters: [welcome] });
      expect([status, json.msg]).toEqual([404, 'The video was not found.']);
    }
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('refuses more text than a command holds, and a larger body', async () => {
    const text = (length: number) => 'x'.repeat(length);
    const chapters = Array.from({ length: 130 }, (_, index) => ({
      start: formatTimeCode(index * 10),
      title: 'One',
      search: text(searchTextLimit),
    }));
    expect((await save({ chapters: chapters.slice(5) })).status).toBe(200);
    const { status, json } = await save({ chapters: [...chapters, ...chapters].slice(0, 135) });
    const words = 'These chapters hold more text than can be saved. Please shorten some.';
    expect([status, json.msg]).toEqual([413, words]);
    expect(gateway.fakes.handled).toHaveLength(1);
    const larger = await save({ chapters: [welcome], description: text(1024 ** 2) });
    expect([larger.status, larger.json.msg]).toEqual([413, 'The request is too large for this address.']);
  });
});
