import { searchAnswer } from '@vault/contracts';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from '../testing/as-documented.ts';
import { FakeServices } from '../testing/fake-services.ts';

type Answer = Readonly<Record<string, unknown>>;

const ada = 'token-of-ada-0123456789';

describe('the search of the library', () => {
  let fakes: FakeServices;
  let running: TestServices;

  beforeAll(async () => {
    fakes = new FakeServices();
    running = await startTestServices([gatewayService, ...fakes.services()]);
    fakes.sessions.set(ada, 'ada');
    fakes.owners.set('v', 'ada').set('w', 'eve');
  });
  afterAll(() => running.stop());

  async function call(path: string, body?: unknown) {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${running.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${ada}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    await asDocumented(method, `/api/${path}`, response);
    return { status: response.status, headers: response.headers, json: (await response.json()) as Answer };
  }

  it('answers results of the caller’s own library, and is not cached', async () => {
    const { status, headers, json } = await call('search?keyword=%20Pri%0Ace%20&userId=eve');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const video = {
      id: 'v',
      uploadId: 'v-upload',
      title: 'Talk',
      thumbnail: '/thumb.jpg',
      duration: 60.5,
      snippet: 'Pri ce',
      chapterStarts: [0, 30],
    };
    const data = {
      keyword: 'Pri ce',
      total: 2,
      results: [
        { ...video, field: 'title', at: null, chapterTitle: null },
        { ...video, field: 'chapter title', at: 30, chapterTitle: 'Prices' },
      ],
      matching: 'exact',
      terms: ['Pri ce'],
      spoken: [{ id: 'v', total: 1, first: [{ at: 4.5, line: 'Pri ce' }] }],
    };
    expect(json).toEqual({ status: 'success', data });
    expect(searchAnswer.parse(data)).toEqual(data);
  });

  it.each(['', '?keyword=', '?keyword=a', '?keyword=%20a%20', `?keyword=${'x'.repeat(301)}`])(
    'refuses a keyword that is too short or too long: search%s',
    async (query) => {
      const { status, json } = await call(`search${query}`);
      expect([status, json.status]).toEqual([400, 'error']);
      expect(json.msg).toMatch(/keyword|2 characters/);
    },
  );

  it('narrows a search to a speaker, and names those of the caller’s library', async () => {
    await call('search?keyword=price&speaker=Ann%20Lee');
    expect(fakes.searched.at(-1)).toMatchObject({ ownerId: 'ada', keyword: 'price', speaker: 'Ann Lee' });
    expect(await call('search?keyword=price&speaker=')).toMatchObject({ status: 400 });
    const { json } = await call('search/speakers');
    expect(json).toEqual({
      status: 'success',
      data: { speakers: [{ name: 'Ann Lee', lines: 3, videos: ['v'] }] },
    });
  });

  it('indexes a video of the caller', async () => {
    fakes.handled.length = 0;
    const { status, json } = await call('muxupload/upload-omnisearch', { passthrough: 'v' });
    expect([status, json]).toEqual([200, { status: 'success', msg: 'Omnisearch upload successfully.' }]);
    expect(fakes.handled).toEqual([['index', { videoId: 'v', ownerId: 'ada' }]]);
  });

  it.each(['w', 'x'])('does not find %s, somebody else’s or an unknown video', async (passthrough) => {
    fakes.handled.length = 0;
    const { status, json } = await call('muxupload/upload-omnisearch', { passthrough });
    expect([status, json]).toEqual([
      404,
      { status: 'error', code: 'not-found', msg: 'The video was not found.' },
    ]);
    expect(fakes.handled).toEqual([]);
  });
});
