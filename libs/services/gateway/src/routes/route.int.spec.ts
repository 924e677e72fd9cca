import { Controller } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { errorEnvelope, successEnvelope, toErrorEnvelope } from '@vault/contracts';
import type { Route as RouteDefinition } from '@vault/contracts/openapi';
import { AppError } from '@vault/base';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { z } from 'zod';
import { gatewayService } from '../index.ts';
import { SessionService } from '../sessions/session.service.ts';
import { StaffSessionService } from '../sessions/staff-session.service.ts';
import { FakeServices } from '../testing/fake-services.ts';
import { RefusalLog } from './refusal-log.ts';
import { Route, type RequestOf } from './route.ts';

const about = { tag: 'Account', summary: 'A route of this test' } as const;
const id = z.string().regex(/^\d+$/, 'The thing was not found.');
const inputs = successEnvelope(z.object({ caller: z.unknown(), input: z.unknown() }));
const example = { status: 'success', data: { caller: null, input: null } } as const;
const body = { schema: z.object({ userId: z.string().optional(), count: z.coerce.number() }) };
const said = { status: 'success', msg: 'It is done.' } as const;
const never = new AppError('conflict', 'Never.');

const routes = {
  edit: {
    ...about,
    call: 'PUT /things/{id}',
    caller: 'user',
    params: z.object({ id }),
    query: z.object({ page: z.coerce.number().default(1) }),
    body: { ...body, example: { count: 1 } },
    bodyLimit: 100,
    answer: { schema: inputs, example },
  },
  ofStaff: { ...about, call: 'GET /things', caller: 'staff', answer: { schema: inputs, example } },
  fixed: {
    ...about,
    call: 'POST /things',
    caller: 'anyone',
    isThrottled: true,
    answer: {
      schema: z.object({ status: z.literal('success'), msg: z.string() }),
      example: said,
      isFixed: true,
    },
  },
  alsoThrottled: {
    ...about,
    call: 'DELETE /things',
    caller: 'anyone',
    isThrottled: true,
    answer: { schema: inputs, example },
  },
  form: {
    ...about,
    call: 'POST /things/form',
    caller: 'anyone',
    takesForm: true,
    body: { schema: z.object({ token: z.string() }), example: { token: 'a' } },
    answer: { schema: inputs, example },
  },
  conditional: {
    ...about,
    call: 'GET /things/all',
    caller: 'anyone',
    isConditional: true,
    answer: { schema: inputs, example },
  },
} as const satisfies Record<string, RouteDefinition>;

@Controller()
class ThingsController {
  @Route(routes.edit)
  edit({ caller, params, query, body: sent }: RequestOf<typeof routes.edit>) {
    return { data: { caller: caller.user.id, input: { ...params, ...query, ...sent } } };
  }

  @Route(routes.ofStaff)
  ofStaff({ caller }: RequestOf<typeof routes.ofStaff>) {
    return { data: { caller, input: {} } };
  }

  @Route(routes.fixed)
  async fixed() {
    await Promise.resolve();
  }

  @Route(routes.alsoThrottled)
  refuse({ reply }: RequestOf<typeof routes.alsoThrottled>) {
    void reply.status(409);
    return toErrorEnvelope(never);
  }

  @Route(routes.form)
  form({ body: sent }: RequestOf<typeof routes.form>) {
    return { data: { caller: '', input: sent } };
  }

  @Route(routes.conditional)
  async conditional() {
    return Promise.resolve({ data: { caller: '', input: 'all' } });
  }
}

/** Compiled, and never served: the compiler refuses methods that do not fit their routes. */
class WrongController {
  // @ts-expect-error The answer has no data.
  @Route(routes.ofStaff)
  withoutData() {
    return { msg: 'Done.' };
  }

  // @ts-expect-error The caller is staff, not a user.
  @Route(routes.ofStaff)
  forUsers({ caller }: RequestOf<typeof routes.edit>) {
    return { data: { caller, input: {} } };
  }

  // @ts-expect-error The route always says the same.
  @Route(routes.fixed)
  async saysMore() {
    return Promise.resolve({ msg: 'More.' });
  }
}

describe(Route, () => {
  let running: TestServices;

  beforeAll(async () => {
    const fakes = new FakeServices();
    fakes.sessions.set('token-of-ada-0123456789', 'ada');
    fakes.admin.addSession('token-of-owner-0123456789');
    const service: typeof gatewayService = {
      ...gatewayService,
      module: () => ({
        imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 2 }])],
        controllers: [ThingsController],
        providers: [SessionService, StaffSessionService, RefusalLog],
      }),
    };
    running = await startTestServices([service, ...fakes.services()]);
  });
  afterAll(() => running.stop());

  async function call(method: string, path: string, sent?: object, who = 'ada', more = {}) {
    const response = await fetch(`${running.url}/api${path}`, {
      method,
      headers: {
        ...(who !== '' && { authorization: `Bearer token-of-${who}-0123456789` }),
        ...(sent && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  }

  it('gives the handler who calls, and the parsed input', async () => {
    const { status, text } = await call('PUT', '/things/7?page=2&unknown=1', { count: '3', unknown: 1 });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'success', data: { caller: 'ada', input: { id: '7', page: 2, count: 3 } } },
    ]);
  });

  it.each([
    ['an invalid id of the path', '/things/x', { count: 1 }, 404, 'The thing was not found.'],
    ['an invalid query', '/things/7?page=x', { count: 1 }, 400, '"page" is missing or invalid.'],
    ['an invalid body', '/things/7', { count: 'x' }, 400, '"count" is missing or invalid.'],
    ['an invalid id before an invalid body', '/things/x', {}, 404, 'The thing was not found.'],
    ['a body beyond its limit', '/things/7', { count: 1, more: 'x'.repeat(100) }, 413, /too large/],
  ])('refuses %s', async (_, path, sent, status, msg) => {
    const answer = await call('PUT', path, sent);
    expect(answer.status).toBe(status);
    expect(errorEnvelope.parse(JSON.parse(answer.text)).msg).toMatch(msg);
  });

  it('refuses the user id of somebody else', async () => {
    const own = await call('PUT', '/things/7', { count: 1, userId: 'ada' });
    const others = await call('PUT', '/things/7', { count: 1, userId: 'eve' });
    expect([own.status, others.status, others.text]).toEqual([200, 403, 'Forbidden']);
  });

  it('lets only its kind of caller through', async () => {
    const statuses = async (method: string, path: string, sent?: object) =>
      Promise.all(['ada', 'owner', ''].map(async (who) => (await call(method, path, sent, who)).status));
    expect(await statuses('PUT', '/things/7', { count: 1 })).toEqual([200, 401, 401]);
    expect(await statuses('GET', '/things')).toEqual([401, 200, 401]);
    const { text } = await call('GET', '/things', undefined, 'owner');
    expect(JSON.parse(text)).toMatchObject({ data: { caller: { clientAddress: '127.0.0.1' } } });
  });

  it('answers what the route always says, and counts tries for each handler', async () => {
    const tries = [
      await call('POST', '/things'),
      await call('POST', '/things'),
      await call('POST', '/things'),
    ];
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(JSON.parse(tries[0]!.text)).toEqual(said);
    const { status, text } = await call('DELETE', '/things');
    expect([status, JSON.parse(text)]).toEqual([409, toErrorEnvelope(never)]);
  });

  it('is compared with its method by the compiler', () => {
    expect(Object.getOwnPropertyNames(WrongController.prototype)).toHaveLength(4);
  });

  it('takes a form where the route says so, and nowhere else', async () => {
    const send = async (path: string, method: string, sent: string, type: string) => {
      const headers = { authorization: 'Bearer token-of-ada-0123456789', 'content-type': type };
      const response = await fetch(`${running.url}/api${path}`, { method, headers, body: sent });
      return [response.status, JSON.parse(await response.text())] as const;
    };
    const formType = 'application/x-www-form-urlencoded';
    const form = (sent: string) => send('/things/form', 'POST', sent, formType);
    const taken = { status: 'success', data: { caller: '', input: { token: 'a b' } } };
    expect(await form('token=a+b&more=1')).toEqual([200, taken]);
    const failure = { status: 'error', code: 'invalid-input' };
    const missing = { ...failure, msg: '"token" is missing or invalid.', field: 'token' };
    expect(await form('more=1')).toEqual([400, missing]);
    expect((await form(`token=${'a'.repeat(17_000)}`))[0]).toBe(413);
    const unreadable = [400, { ...failure, msg: 'The request could not be read.' }];
    expect(await form('token=a&token=b')).toEqual(unreadable);
    expect(await send('/things/form', 'POST', '{"token":"a"}', 'application/json')).toEqual(unreadable);
    expect(await send('/things/7', 'PUT', 'count=1', formType)).toEqual(unreadable);
  });

  it('refuses a second limit for a form', () => {
    const limited = { ...routes.form, bodyLimit: 100 };
    const decorate = Route(limited) as MethodDecorator;
    const method = { value: () => undefined };
    expect(() => decorate({}, 'form', method)).toThrow('a form has a limit of its own');
  });

  it('answers 304 while a conditional answer is the same', async () => {
    const first = await call('GET', '/things/all');
    expect(JSON.parse(first.text)).toEqual({ status: 'success', data: { caller: '', input: 'all' } });
    const headers = { 'if-none-match': first.headers.get('etag') };
    const again = await call('GET', '/things/all', undefined, 'ada', headers);
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
