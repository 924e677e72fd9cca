import { jest } from '@jest/globals';
import {
  chapterLimit,
  chapterTextLimit,
  formatTimeCode,
  saveBodyLimit,
  searchTextLimit,
} from '@vault/contracts';
import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import { AppError } from '@vault/platform';
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
    chaptering.chapterSets.push({ ...emptySet, chapters: [] });
  });
  afterAll(() => gateway.running.stop());

  const save = (body: object) => gateway.call('PATCH', path, { passthrough: 'v', ...body });
  /** Megabytes may miss a deadline on a busy machine: retries after 503. */
  const saveWithRetries = async (body: object) => {
    let answer = await save(body);
    while (answer.status === 503) answer = await save(body);
    return answer;
  };

  it('stages the text with chaptering, and sends a command with its id', async () => {
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
    const { chaptering, handled } = gateway.fakes;
    const draftId = chaptering.staged[0]!.draftId;
    expect(chaptering.staged).toEqual([
      {
        ownerId: 'ada',
        videoId: 'v',
        draftId,
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
    ]);
    expect(handled).toEqual([['save-chapters', { videoId: 'v', ownerId: 'ada', draftId, revision: 4 }]]);
    expect(json).toMatchObject({
      data: { version: 5 },
      chapters: [{ title: 'Welcome' }, { search: 'A\nB' }],
    });
  });

  it('omits a version that was not sent, and fields that were not edited', async () => {
    expect((await save({ chapters: [welcome] })).status).toBe(200);
    expect((await save({ searchSummary: 'Context.' })).status).toBe(200);
    const { chaptering, handled } = gateway.fakes;
    expect(chaptering.staged.map(({ chapters, searchSummary }) => [chapters.length, searchSummary])).toEqual([
      [1, undefined],
      [0, 'Context.'],
    ]);
    expect(handled.map(([, data]) => data)).toEqual([
      expect.not.objectContaining({ revision: expect.anything() as unknown }),
      expect.not.objectContaining({ revision: expect.anything() as unknown }),
    ]);
  });

  it('happens before the details of the video are saved', async () => {
    const { status } = await save({ title: 'Talk', chapters: [welcome] });
    expect(status).toBe(200);
    expect(gateway.fakes.handled).toEqual([
      ['save-chapters', expect.anything()],
      ['save', { videoId: 'v', ownerId: 'ada', title: 'Talk' }],
    ]);
  });

  it('that changed meanwhile is refused with the message of chaptering, and nothing else is saved', async () => {
    const words = 'These chapters were changed elsewhere. Reload to see them.';
    gateway.fakes.chaptering.refusal = new AppError('conflict', words);
    const { status, json } = await save({ title: 'Talk', chapters: [welcome], version: 3 });
    expect([status, json]).toEqual([409, { status: 'error', msg: words }]);
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
    expect(gateway.fakes.chaptering.staged).toEqual([]);
  });

  it('of somebody else’s video is answered like for an unknown video', async () => {
    for (const passthrough of ['w', 'not-there']) {
      const { status, json } = await save({ passthrough, chapters: [welcome] });
      expect([status, json.msg]).toEqual([404, 'The video was not found.']);
    }
    expect(gateway.fakes.chaptering.staged).toEqual([]);
  });

  it('accepts the maximum number of chapters with texts of maximum length, and no larger body', async () => {
    const text = (length: number) => 'x'.repeat(length);
    const quote = { quote: text(quoteLimit), timecode: '00:00:00' };
    const chapters = Array.from({ length: chapterLimit }, (_, index) => ({
      start: formatTimeCode(index * 10),
      title: text(chapterTextLimit),
      summary: text(chapterTextLimit),
      search: text(searchTextLimit),
      quote: Array.from({ length: quotesPerChapterLimit }, () => quote),
      searchQuotes: text(searchTextLimit),
    }));
    expect((await saveWithRetries({ chapters })).status).toBe(200);
    expect(gateway.fakes.chaptering.staged[0]?.chapters).toHaveLength(chapterLimit);
    const { status, json } = await save({ chapters: [welcome], description: text(saveBodyLimit) });
    expect([status, json.msg]).toEqual([413, 'The request is larger than this address takes.']);
    const elsewhere = await gateway.call('POST', '/api/muxupload/update-quote', text(2 * 1024 ** 2));
    expect(elsewhere.status).toBe(413);
  });
});

const emptySet = {
  videoId: 'v',
  summary: 'All',
  vtt: 'WEBVTT\n',
  version: 9,
  isGenerating: false,
  progress: 100,
  revision: 4,
  operations: [],
};
