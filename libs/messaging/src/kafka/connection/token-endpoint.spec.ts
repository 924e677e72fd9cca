import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { refusalOf } from './refusal.ts';
import { TokenEndpoint } from './token-endpoint.ts';

let server: Server;
let seen: { authorization: string | undefined; body: string }[];
let answer: { status: number; body: unknown };

beforeEach(async () => {
  seen = [];
  server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      seen.push({ authorization: request.headers.authorization, body });
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const endpoint = (clientSecret = () => 'a secret:') =>
  new TokenEndpoint({
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/token`,
    clientId: 'upload',
    clientSecret,
    scope: 'kafka',
  });

describe(TokenEndpoint, () => {
  it('asks once for connections at the same time and later, with the client id and the secret', async () => {
    answer = { status: 200, body: { access_token: 'one', expires_in: 3_600 } };
    const tokens = endpoint();
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual(['one', 'one']);
    expect(await tokens.current()).toBe('one');
    const credentials = Buffer.from('upload:a%20secret%3A').toString('base64');
    expect(seen).toEqual([
      { authorization: `Basic ${credentials}`, body: 'grant_type=client_credentials&scope=kafka' },
    ]);
  });

  it('asks again for a token that expires at once, with the current secret', async () => {
    let secret = 'old';
    const tokens = endpoint(() => secret);
    answer = { status: 200, body: { access_token: 'one', expires_in: 0.000_001 } };
    await tokens.current();
    secret = 'new';
    answer = { status: 200, body: { access_token: 'two' } };
    expect(await tokens.current()).toBe('two');
    expect(seen.map(({ authorization = '' }) => atob(authorization.slice(6)))).toEqual([
      'upload:old',
      'upload:new',
    ]);
  });

  it.each([
    [401, {}, 'The token endpoint answered 401.', 'account'],
    [503, {}, 'The token endpoint answered 503.', undefined],
    [200, { token: 'x' }, 'has no token', undefined],
  ])('rejects after an answer with %i %j; only a refusal is one', async (status, body, message, kind) => {
    answer = { status, body };
    const error: unknown = await endpoint()
      .current()
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(message);
    expect(refusalOf(error)?.kind).toBe(kind);
  });

  it('rejects when nobody listens', async () => {
    const tokens = endpoint();
    server.close();
    await expect(tokens.current()).rejects.toThrow('The token endpoint does not answer.');
  });
});
