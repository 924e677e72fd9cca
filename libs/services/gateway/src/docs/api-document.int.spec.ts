import { aChapterSet } from '@vault/contracts/testing';
import { apiRoutes, otherAddresses, type ApiRoute } from '@vault/contracts/openapi';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from '../testing/as-documented.ts';
import { FakeServices, plainClip } from '../testing/fake-services.ts';
import { operationOf } from '../testing/operation-of.ts';

const ada = 'token-of-ada-0123456789';
const owner = 'token-of-owner-0123456789';
const chapters = [
  { start: 250.48, title: 'One', summary: 'First', searchText: '', quotes: [{ text: 'Yes.', at: 3 }] },
];

const clipId = 'a'.repeat(64);

describe('the API document and the running gateway', () => {
  const registered: string[] = [];
  let fakes: FakeServices;
  let running: TestServices;

  beforeAll(async () => {
    fakes = new FakeServices();
    const { http, ...service } = gatewayService;
    const listening: typeof gatewayService = {
      ...service,
      http: async (setup) => {
        setup.fastify.addHook('onRoute', ({ method, url }) => {
          for (const each of [method].flat()) registered.push(`${each} ${url}`);
        });
        await http?.(setup);
      },
    };
    running = await startTestServices([listening, ...fakes.services()], {
      env: { SIGN_IN_RATE: '1000' },
    });
  });
  beforeEach(() => {
    fakes.sessions.set(ada, 'ada');
    fakes.admin.addSession(owner);
    fakes.owners.set('v', 'ada');
    for (const id of ['ada', 'v']) fakes.auth.directory.add(id);
    fakes.allVideos.addFailed(1);
    fakes.chaptering.reset();
    fakes.chaptering.addHistory('o', 'v', 'v');
    fakes.portal.moments.set('v', {
      ...{ id: 'v', ownerId: 'ada', videoId: 'v', kind: 'span', start: 1, end: 2 },
      ...{ isListed: false, plays: 0, createdAt: 1_795_000_000 },
    });
    fakes.portal.addPortal('v', 'ada');
    // The version that the example of a save has edited.
    fakes.chaptering.glossaries.set('ada', { terms: [], version: 2, offers: [] });
    fakes.ownClips.set('ada', [{ ...plainClip, id: clipId, videoId: 'v', start: 1, end: 2 }]);
    fakes.chaptering.operations.set('v', { ownerId: 'ada', operation: operationOf('v') });
    // The words that the example of a correction replaces.
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nGood morning, and well come.\n';
    const set = aChapterSet({ chapters, summary: 'All', vtt, captionsUploadedAt: 1_795_000_000 });
    fakes.chaptering.chapterSets.push(set);
  });
  afterAll(() => running.stop());

  /** Makes a call with its example, for the only video. */
  async function make(route: ApiRoute): Promise<Response> {
    const [method = '', template = ''] = route.call.split(' ');
    const query = route.query ? '?keyword=talk&passthrough=v&kind=chapters' : '';
    const named = template.replace('{clipId}', clipId).replaceAll(/\{\w+\}/g, 'v');
    const path = `/api${named}${query}`;
    const body = exampleOf(route);
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${template.startsWith('/admin/') ? owner : ada}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return asDocumented(method, path, response);
  }

  function exampleOf({ body }: ApiRoute): object | undefined {
    if (!body) return undefined;
    const example = body.example as Record<string, unknown>;
    const own = { passthrough: 'v', userId: 'ada', password: 'right password' };
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [
        name,
        name in own ? own[name as keyof typeof own] : value,
      ]),
    );
  }

  it('have the same calls', () => {
    const inApi = registered
      .filter((route) => / \/api(\/|$)/.test(route) && !route.startsWith('HEAD '))
      .map((route) =>
        route
          .replace(' /api', ' ')
          .replaceAll(/:(\w+)/g, '{$1}')
          .replace(/(.)\/$/, '$1'),
      );
    const calls = inApi.filter((route) => !((route.split(' ')[1] ?? '') in otherAddresses));
    const documented = apiRoutes.map(({ call }) => call.replace(/\/$/, ''));
    expect(calls.sort()).toEqual(documented.sort());
    expect(calls.length).toBeGreaterThan(10);
    // The omitted addresses exist.
    const existing = new Set(inApi.map((route) => route.split(' ')[1]));
    expect(Object.keys(otherAddresses).filter((path) => !existing.has(path))).toEqual([]);
  });

  it.each(apiRoutes)('agree on the answer of $call', async (route) => {
    const answer = await make(route);
    // The fake service has nothing to retry.
    expect(answer.status).toBe(route.id === 'retryVideo' ? 409 : 200);
  });

  it('differ when an answer has an undocumented field, a missing field, or an undocumented status', async () => {
    const answer = { status: 'success', data: [], next: null };
    const send = (body: object, status = 200) =>
      asDocumented('GET', '/api/muxvideos', Response.json(body, { status }));
    await expect(send(answer)).resolves.toBeDefined();
    await expect(send({ ...answer, more: 1 })).rejects.toThrow(/additional properties/);
    await expect(send({ status: 'success' })).rejects.toThrow(/required property 'data'/);
    await expect(send(answer, 201)).rejects.toThrow(/not documented/);
    await expect(send({ status: 'error', code: 'internal', msg: 'No.' }, 418)).resolves.toBeDefined();
    await expect(send({ oops: 'No.' }, 500)).rejects.toThrow(/required property/);
  });
});
