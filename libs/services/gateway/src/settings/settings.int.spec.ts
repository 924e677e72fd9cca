import { errorEnvelope } from '@vault/contracts';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from '../testing/as-documented.ts';
import { FakeServices } from '../testing/fake-services.ts';

const quoteRoute = '/api/muxupload/update-custom-prompt';
const searchRoute = '/api/muxupload/update-base-search-prompt';

describe('the prompts of a person', () => {
  let fakes: FakeServices;
  let running: TestServices;
  beforeAll(async () => {
    fakes = new FakeServices();
    running = await startTestServices([gatewayService, ...fakes.services()], {});
    fakes.sessions.set('token-of-ada-0123456789', 'ada');
  });
  beforeEach(() => {
    fakes.handled.length = 0;
    Object.assign(fakes.settings, { customPrompt: 'c', quoteCount: 2, baseSearchPrompt: 'b' });
  });
  afterAll(() => running.stop());

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-of-ada-0123456789', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return asDocumented('POST', path, response);
  };
  const refusalOf = async (path: string, body: unknown) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    return errorEnvelope.strict().parse(await answer.json()).msg;
  };

  it('are sent to auth, and answered as auth stores them', async () => {
    const quote = await post(quoteRoute, { userId: 'ada', customPrompt: ' Numbers\r\nfirst ', quoteCt: '1' });
    expect([quote.status, await quote.json()]).toEqual([
      200,
      {
        status: 'success',
        data: { custom_prompt: 'Numbers\nfirst', quote_ct: 1, base_search_prompt: 'b' },
      },
    ]);
    const search = await post(searchRoute, { userId: 'ada', customPrompt: 'Answer briefly.' });
    expect(await search.json()).toMatchObject({ data: { base_search_prompt: 'Answer briefly.' } });
    expect(fakes.handled).toEqual([
      ['settings', { userId: 'ada', customPrompt: 'Numbers\nfirst', quoteCount: 1 }],
      ['settings', { userId: 'ada', baseSearchPrompt: 'Answer briefly.' }],
    ]);
    expect(await (await post('/api/auth/', { userId: 'ada' })).json()).toMatchObject({
      data: { custom_prompt: 'Numbers\nfirst', quote_ct: 1, base_search_prompt: 'Answer briefly.' },
    });
  });

  it('are the caller’s own without a userId, and never another user’s', async () => {
    expect((await post(searchRoute, { customPrompt: 'Answer briefly.' })).status).toBe(200);
    fakes.handled.length = 0;
    for (const [path, body] of [
      [quoteRoute, { userId: 'eve', customPrompt: 'Numbers first.', quoteCt: 1 }],
      [searchRoute, { userId: 'eve', customPrompt: 'Answer briefly.' }],
    ] as const) {
      const answer = await post(path, body);
      expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden']);
    }
    expect(fakes.handled).toEqual([]);
  });

  it.each(['abc', '   abc \n', '', '\u200F\u202E\u0000  '])(
    'are longer than 3 characters: %j is not',
    async (customPrompt) => {
      const words = 'Please write a prompt of more than 3 characters.';
      expect(await refusalOf(quoteRoute, { customPrompt, quoteCt: 3 })).toBe(words);
      expect(await refusalOf(searchRoute, { customPrompt })).toBe(words);
      expect(fakes.handled).toEqual([]);
    },
  );

  it('are refused with a sentence when they are invalid', async () => {
    const prompt = 'Numbers first.';
    expect(await refusalOf(quoteRoute, { customPrompt: prompt, quoteCt: 4 })).toBe(
      'Please choose one, two or three quotes.',
    );
    expect(await refusalOf(quoteRoute, { customPrompt: prompt })).toMatch(/^"quoteCt" is missing/);
    expect(await refusalOf(searchRoute, {})).toMatch(/^"customPrompt" is missing/);
    expect(await refusalOf(searchRoute, { customPrompt: { $ne: '' } })).toMatch(/^"customPrompt"/);
    expect(await refusalOf(searchRoute, { customPrompt: 'x'.repeat(4_001) })).toBe(
      '"customPrompt" must be at most 4000 characters long.',
    );
    expect(fakes.handled).toEqual([]);
  });
});
