import { errorEnvelope } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.handled.length = 0;
  gateway.fakes.sessions.set('token-of-ada-0123456789', 'ada');
});
afterAll(() => gateway.running.stop());

const received = () => gateway.fakes.auth.received;
const refusalOf = ({ status, json }: Awaited<ReturnType<GatewayUnderTest['call']>>) =>
  [status, errorEnvelope.strict().parse(json).msg] as const;

describe('one’s own account', () => {
  it('is answered as auth has it, and not cached', async () => {
    gateway.fakes.auth.account.upgradeRequestedAt = 1_794_100_000;
    const { status, headers, json } = await gateway.call('GET', '/api/account');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json.data).toEqual({
      ...{ id: 'ada', email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron', plan: 'free' },
      ...{ membership_end: 1_795_000_000, created_at: 1_794_000_000, token_balance: 75_000 },
      ...{ granted: 50_000, added: 25_000, monthly_tokens: 50_000, video_limit: 2, is_confirmed: true },
      ...{ upgrade_requested_at: 1_794_100_000, ready_mail: true },
    });
  });

  it('is edited by a command with the given fields', async () => {
    expect((await gateway.call('PATCH', '/api/account', { ready_mail: false })).status).toBe(200);
    const body = {
      firstname: ' Augusta ',
      lastname: 'King',
      plan: 'executive',
      token_balance: 9e9,
      by: 'staff',
    };
    expect((await gateway.call('PATCH', '/api/account', body)).status).toBe(200);
    expect(gateway.fakes.handled).toEqual([
      ['edit account', { userId: 'ada', readyMail: false, by: 'user' }],
      ['edit account', { userId: 'ada', firstname: 'Augusta', lastname: 'King', by: 'user' }],
    ]);
  });

  it.each([
    {},
    { plan: 'executive' },
    { firstname: ' ' },
    { lastname: 'x'.repeat(101) },
    { ready_mail: 'no' },
  ])('is not edited by %j', async (body) => {
    const { status } = await gateway.call('PATCH', '/api/account', body);
    expect([status, gateway.fakes.handled]).toEqual([400, []]);
  });

  it('is deleted only with its e-mail address, in any case', async () => {
    const wrong = await gateway.call('DELETE', '/api/account', { email: 'eve@example.com' });
    expect(refusalOf(wrong)).toEqual([400, 'This is not your e-mail address. Nothing was deleted.']);
    expect((await gateway.call('DELETE', '/api/account')).status).toBe(400);
    expect(gateway.fakes.handled).toEqual([]);
    const done = await gateway.call('DELETE', '/api/account', { email: ' ADA@example.com ' });
    expect([done.status, done.json.msg]).toEqual([200, 'Your account was deleted.']);
    expect(gateway.fakes.handled).toEqual([['delete account', { userId: 'ada', by: 'user' }]]);
  });

  it('is signed out immediately after its deletion, despite the cache', async () => {
    await gateway.call('DELETE', '/api/account', { email: 'ada@example.com' });
    gateway.fakes.sessions.clear();
    const response = await fetch(`${gateway.running.url}/api/account`, {
      headers: { authorization: 'Bearer token-of-ada-0123456789' },
    });
    expect([response.status, await response.text()]).toEqual([401, 'Unauthorized']);
  });

  it('can request an upgrade', async () => {
    const { status, json } = await gateway.call('POST', '/api/account/upgrade-request');
    expect([status, json.msg]).toEqual([200, 'We received your request and will contact you.']);
    expect(gateway.fakes.handled).toEqual([['request upgrade', { userId: 'ada' }]]);
  });
});

describe('the ledger', () => {
  const entry = (id: string, videoId = '', operationId = '') => ({
    ...{ id, at: 1_794_000_000, amount: -5, purpose: 'quotes', operationId, videoId, spentBy: '' },
  });

  it('has the titles of one’s own existing videos; other titles are empty', async () => {
    gateway.fakes.auth.ledger.push(
      entry('own', 'v', 'o'),
      entry('foreign', 'w'),
      entry('gone', 'not-there'),
      entry('grant'),
    );
    const { json } = await gateway.call('GET', '/api/account/ledger');
    expect(json).toMatchObject({
      total: 4,
      data: [
        { id: 'own', operation_id: 'o', video: { id: 'v', title: 'Talk' } },
        { id: 'foreign', operation_id: null, video: { id: 'w', title: '' } },
        { id: 'gone', video: { id: 'not-there', title: '' } },
        { id: 'grant', video: null },
      ],
    });
  });

  it('comes in pages', async () => {
    gateway.fakes.auth.ledger.push(...Array.from({ length: 5 }, (_, index) => entry(String(index))));
    const { json } = await gateway.call('GET', '/api/account/ledger?page=2&limit=2');
    expect(json).toMatchObject({ total: 5, data: [{ id: '2' }, { id: '3' }] });
    for (const query of ['limit=101', 'limit=0', 'page=0', 'page=x'])
      expect((await gateway.call('GET', `/api/account/ledger?${query}`)).status).toBe(400);
  });
});

describe('sessions', () => {
  it('are listed, and the current one is marked', async () => {
    const { json } = await gateway.call('GET', '/api/account/sessions');
    expect(json.data).toMatchObject([
      { id: 's', is_current: true, client_address: '203.0.113.7', created_at: 1_794_000_000 },
      { id: 'other', is_current: false, last_seen_at: 1_794_000_600 },
    ]);
  });

  it('are ended one by one, or all others', async () => {
    expect((await gateway.call('DELETE', '/api/account/sessions')).status).toBe(200);
    expect((await gateway.call('DELETE', '/api/account/sessions/other')).status).toBe(200);
    expect(received()).toEqual([
      ['end others', { userId: 'ada', sessionId: 's' }],
      ['end', { userId: 'ada', sessionId: 'other' }],
    ]);
  });

  it('with an invalid id are not found', async () => {
    for (const id of ['%00', 'a%20b', 'x'.repeat(65)])
      expect(refusalOf(await gateway.call('DELETE', `/api/account/sessions/${id}`))).toEqual([
        404,
        'That is not the id of a session.',
      ]);
    expect(received()).toEqual([]);
  });
});

describe('passwords', () => {
  it('are changed with the old password', async () => {
    const body = { password: 'right password', new_password: 'difference engine' };
    const { status, json } = await gateway.call('POST', '/api/account/password', body);
    expect([status, json.msg]).toEqual([200, 'Your password was changed.']);
    const { password, new_password: newPassword } = body;
    const request = { userId: 'ada', sessionId: 's', password, newPassword, clientAddress: '127.0.0.1' };
    expect(received()).toEqual([['change password', request]]);
    const wrong = await gateway.call('POST', '/api/account/password', { ...body, password: 'x' });
    expect(refusalOf(wrong)).toEqual([400, 'The current password is wrong.']);
    const short = await gateway.call('POST', '/api/account/password', { ...body, new_password: '1234567' });
    expect(refusalOf(short)).toEqual([400, 'Please choose a password of at least 8 characters.']);
  });

  it('that are forgotten are answered the same for every address', async () => {
    for (const email of ['ada@example.com', ' Nobody@Example.com ']) {
      const { status, json } = await gateway.call('POST', '/api/auth/forgot-password', { email });
      expect([status, json.msg]).toEqual([200, 'If an account has this address, we have sent it a link.']);
    }
    expect(received()).toMatchObject([
      ['request reset', { email: 'ada@example.com', clientAddress: '127.0.0.1' }],
      ['request reset', { email: 'nobody@example.com' }],
    ]);
    expect((await gateway.call('POST', '/api/auth/forgot-password', { email: 'ada' })).status).toBe(400);
  });

  it('say whether a link can be used, and nothing more', async () => {
    const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
    const check = (each: string) => gateway.call('POST', '/api/auth/check-reset-link', { token: each });
    expect(await check(token)).toMatchObject({ status: 200, json: { status: 'success', data: {} } });
    expect(refusalOf(await check(`used${token}`))).toEqual([410, 'This link was used already.']);
    expect(refusalOf(await check('short'))[1]).toMatch(/link is incomplete/);
  });

  it('are set with a link, once', async () => {
    const body = { token: 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A', password: 'difference engine' };
    const { status, json } = await gateway.call('POST', '/api/auth/reset-password', body);
    expect([status, json.msg]).toEqual([200, 'Your password was changed. Please sign in.']);
    expect(received()).toEqual([['reset', { token: body.token, newPassword: body.password }]]);
    const used = await gateway.call('POST', '/api/auth/reset-password', {
      ...body,
      token: `used${body.token}`,
    });
    expect(refusalOf(used)).toEqual([410, 'This link was used already.']);
    const cut = await gateway.call('POST', '/api/auth/reset-password', { ...body, token: 'short' });
    expect(refusalOf(cut)[1]).toMatch(/link is incomplete/);
  });
});

describe('the e-mail address', () => {
  const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';

  it('is changed with the password of its owner', async () => {
    const body = { email: ' Ada@Example.net ', password: 'right password' };
    const { status, json } = await gateway.call('POST', '/api/account/email', body);
    expect([status, json.msg]).toEqual([200, 'If this address can be used, we have sent it a link.']);
    const request = { email: 'ada@example.net', password: body.password, clientAddress: '127.0.0.1' };
    expect(received()).toEqual([['change email', { userId: 'ada', ...request }]]);
    const wrong = await gateway.call('POST', '/api/account/email', { ...body, password: 'x' });
    expect(refusalOf(wrong)).toEqual([400, 'The password is wrong.']);
    expect((await gateway.call('POST', '/api/account/email', { ...body, email: 'ada' })).status).toBe(400);
  });

  it('is confirmed and restored with links, without a session', async () => {
    for (const what of ['confirm', 'undo']) {
      gateway.fakes.auth.reset();
      const send = (value: string) =>
        fetch(`${gateway.running.url}/api/auth/${what}-email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: value }),
        });
      expect((await send(token)).status).toBe(200);
      expect(received()).toEqual([[`${what} email`, { token }]]);
      expect((await send('short')).status).toBe(400);
    }
    const body = { token: `used${token}` };
    const used = await gateway.call('POST', '/api/auth/undo-email', body);
    expect(refusalOf(used)).toEqual([410, 'This link was used already.']);
  });
});

describe('an estimate', () => {
  it('contains the maximum cost and the balance', async () => {
    const { chaptering } = gateway.fakes;
    chaptering.reset();
    const chapters = [{ start: 250.48, title: 'One', summary: '', searchText: '', quotes: [] }];
    chaptering.chapterSets.push(aChapterSet({ chapters }));
    const ask = (query: string) => gateway.call('GET', `/api/muxupload/estimate?${query}`);
    const { status, json } = await ask('passthrough=v&kind=quotes&prompt=Who%3F&start=00:04:10');
    expect([status, json.data]).toEqual([200, { tokens: 1_850, balance: 998_150 }]);
    await ask('passthrough=v&kind=summary');
    const video = { ownerId: 'ada', videoId: 'v' };
    expect(chaptering.estimated).toEqual([
      { ...video, kind: 'quotes', prompt: 'Who?', chapterStart: 250 },
      { ...video, kind: 'summary', prompt: '', chapterStart: undefined },
    ]);
    expect((await ask('passthrough=w&kind=summary')).status).toBe(404);
    expect((await ask('passthrough=v&kind=everything')).status).toBe(400);
  });
});

it('a sign-in sends address and user agent of the client to auth', async () => {
  const body = { email: 'ada@example.com', password: 'right password' };
  await fetch(`${gateway.running.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/145.0' },
    body: JSON.stringify(body),
  });
  expect(received()).toEqual([
    ['login', { ...body, clientAddress: '127.0.0.1', userAgent: 'Firefox/145.0' }],
  ]);
});
