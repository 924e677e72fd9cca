import { aChapterSet } from '@vault/contracts/testing';
import { apiRoutes, otherAddresses, videoRoutes, type ApiRoute } from '@vault/contracts/openapi';
import type { z } from 'zod';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from '../testing/as-documented.ts';
import { aTeam } from '../testing/fake-auth.ts';
import { FakeServices, plainClip } from '../testing/fake-services.ts';
import { operationOf } from '../testing/operation-of.ts';

const ada = 'token-of-ada-0123456789';
const owner = 'token-of-owner-0123456789';
const chapters = [
  { start: 250.48, title: 'One', summary: 'First', searchText: '', quotes: [{ text: 'Yes.', at: 3 }] },
];

const clipId = 'a'.repeat(64);
/** The team to which the example of the document moves a video. */
const { to: otherTeam } = videoRoutes.moveVideo.body!.example;

const usualQuery = { keyword: 'talk', passthrough: 'v', kind: 'chapters' };

interface Change {
  readonly body?: object;
  readonly query?: Record<string, string>;
}

/** Values that no field, or hardly any, accepts. */
const odd = [
  { $ne: '' },
  ['v'],
  7.5,
  -1,
  1e12,
  true,
  null,
  undefined,
  '',
  ' ',
  'odd\u0000',
  'x'.repeat(20_000),
];

/** A form has nothing else, and less of it. */
const texts = odd.filter((value) => typeof value === 'string').map((text) => text.slice(0, 10_000));

/** Each field of a call with each odd value that its schema refuses. */
function refusedInputs({ body, query, takesForm }: ApiRoute): [what: string, change: Change][] {
  const fields = (schema: unknown) => Object.keys((schema as { readonly shape?: object }).shape ?? {});
  const of = (part: keyof Change, schema: z.ZodType, example: object, values: readonly unknown[]) =>
    fields(schema).flatMap((name) =>
      values
        .map((value) => ({ [name]: value }))
        .filter((change) => !schema.safeParse({ ...example, ...change }).success)
        .map((change): [string, Change] => [JSON.stringify(change).slice(0, 60), { [part]: change }]),
    );
  return [
    ...(body ? of('body', body.schema, body.example as object, takesForm ? texts : odd) : []),
    ...(query ? of('query', query, usualQuery, ['-1', '0', 'odd', '1e12', 'x'.repeat(2_000)]) : []),
  ];
}

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
    for (const id of ['v', otherTeam])
      fakes.auth.teams.set(id, aTeam(id, 'Acme', [{ userId: 'ada', role: 'owner' }]));
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
    fakes.ownClips.set('ada', [{ ...plainClip, id: clipId, videoId: 'v', start: 1, end: 2, state: 'ready' }]);
    fakes.chaptering.operations.set('v', { ownerId: 'ada', operation: operationOf('v') });
    // The words that the example of a correction replaces.
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nGood morning, and well come.\n';
    const set = aChapterSet({ chapters, summary: 'All', vtt, captionsUploadedAt: 1_795_000_000 });
    fakes.chaptering.chapterSets.push(set);
  });
  afterAll(() => running.stop());

  /** Makes a call with its example and a change of it, for the only video. */
  async function make(route: ApiRoute, { body: changed, query: asked }: Change = {}): Promise<Response> {
    const [method = '', template = ''] = route.call.split(' ');
    const query = route.query ? `?${new URLSearchParams({ ...usualQuery, ...asked }).toString()}` : '';
    const named = template
      .replace('{clipId}', clipId)
      .replace('{domain}', 'acme.test')
      .replaceAll(/\{\w+\}/g, 'v');
    const path = `/api${named}${query}`;
    const example = exampleOf(route);
    const body = example && { ...example, ...changed };
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${template.startsWith('/admin/') ? owner : ada}`,
        // Calls about a team are answered 404 in a personal workspace.
        ...(/^\/workspace(\/|$)/.test(template) && { 'vault-workspace': 'v' }),
        ...(body === undefined || route.takesForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && {
        body: route.takesForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
      }),
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

  it.each(apiRoutes.filter((route) => refusedInputs(route).length > 0))(
    'agree on what $call refuses, of which nothing is done',
    async (route) => {
      const handled = fakes.handled.length;
      const taken: string[] = [];
      for (const [what, change] of refusedInputs(route)) {
        const { status } = await make(route, change);
        if (status !== 400) taken.push(`${what}: ${String(status)}`);
      }
      expect(taken).toEqual([]);
      expect(fakes.handled).toHaveLength(handled);
    },
  );

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
