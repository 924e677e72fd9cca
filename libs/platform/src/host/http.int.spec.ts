import { Agent, request as sendRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createLogger, errorMapping } from '@vault/base';
import { errorEnvelope } from '@vault/contracts';
import { relayServices } from '../testing/relay-services.fixture.ts';
import { startTestServices, type TestServices } from '../testing/start-test-service.ts';

const head = 'POST /api/relay HTTP/1.1\r\nhost: x\r\n';

interface Line {
  readonly msg: string;
  readonly correlationid?: string;
  readonly actor?: string;
}

describe('the host over HTTP', () => {
  let running: TestServices;
  let lines: Line[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    running = await startTestServices(relayServices, {
      logger: createLogger({ level: 'info', destination: { write } }),
      httpLimits: { bodyWithinMs: 300, headersWithinMs: 300 },
    });
  });
  afterAll(async () => {
    agent.destroy();
    await running.stop();
  });
  beforeEach(() => (lines = []));

  const steps = ['guard', 'controller', 'call', 'handler'];
  /** The lines of requests. Work in the background logs too. */
  const stepLines = () => lines.filter(({ msg }) => steps.includes(msg));

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${running.url}/api/relay`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  /** Sends the headers first and the body in pieces, like a slow connection. */
  async function postSlowly(headers: Record<string, string>): Promise<IncomingMessage> {
    const all = { 'content-type': 'application/json', ...headers };
    const request = sendRequest(`${running.url}/api/relay`, { method: 'POST', headers: all, agent });
    const responded = new Promise<IncomingMessage>((resolve, reject) =>
      request.once('response', resolve).once('error', reject),
    );
    for (const piece of ['{"say":', '"hel', 'lo"}']) {
      request.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    request.end();
    const response = await responded;
    response.resume();
    return response;
  }

  it('carries one correlation id through guard, controller, call and message', async () => {
    // The same connection carries another request first.
    await postSlowly({ 'x-correlation-id': 'before-this-one' });
    lines = [];
    const response = await postSlowly({ 'x-correlation-id': 'from-the-browser-1' });
    expect(response.statusCode).toBe(201);
    expect(response.headers['x-correlation-id']).toBe('from-the-browser-1');
    expect(stepLines()).toEqual(
      steps.map((msg): unknown => expect.objectContaining({ msg, correlationid: 'from-the-browser-1' })),
    );
  });

  it('names the account of a request in its calls and messages', async () => {
    await post('{"say":"hello"}');
    expect(stepLines().map(({ msg, actor }) => [msg, actor])).toEqual([
      ['guard', undefined],
      ['controller', undefined],
      ['call', { id: 'ada', address: '203.0.113.7' }],
      ['handler', { id: 'ada', address: '203.0.113.7' }],
    ]);
  });

  it('sends `retry-after` when the called service states a time', async () => {
    const response = await post('{"say":"wait"}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '91']);
    expect((await post('{"say":"fail"}')).headers.get('retry-after')).toBeNull();
  });

  it.each(['short', 'with space "quoted"', 'x'.repeat(65), 'héllo-wörld'])(
    'replaces the invalid correlation id %j',
    async (forged) => {
      const header = Buffer.from(forged, 'utf8').toString('latin1');
      expect((await post('{"say":"x"}', { 'x-correlation-id': header })).status).toBe(201);
      const ids = new Set(stepLines().map(({ correlationid }) => correlationid));
      expect(ids.size).toBe(1);
      expect(ids).not.toContain(header);
    },
  );

  it.each([
    ['cut JSON', () => post('{"say":'), 400],
    ['a body that is too large', () => post(JSON.stringify({ say: 'x'.repeat(1_100_000) })), 413],
    ['another content type', () => post('<say/>', { 'content-type': 'application/xml' }), 400],
    ['a form', () => post('say=hello', { 'content-type': 'application/x-www-form-urlencoded' }), 400],
    ['an unknown route', () => fetch(`${running.url}/api/nothing`), 404],
    ['an unsupported method', () => fetch(`${running.url}/api/relay`, { method: 'OPTIONS' }), 404],
    ['a broken address', () => fetch(`${running.url}/%zz`), 400],
    ['a fault', () => fetch(`${running.url}/api/secret-fault`), 500],
    ['a fault of another service', () => post('{"say":"fail"}'), 500],
    ['its own message with a sign-in code', () => fetch(`${running.url}/api/wrong-password`), 401],
    ['a plain message with another code', () => fetch(`${running.url}/api/borrowed-word`), 409],
  ])('answers %s with the envelope', async (_what, send, status) => {
    const response = await send();
    expect(response.status).toBe(status);
    const body = await response.text();
    const { code } = errorEnvelope.strict().parse(JSON.parse(body));
    expect(errorMapping[code].http).toBe(status);
    expect(body).not.toContain('secret');
    expect(body).not.toContain('10.0.0.7');
  });

  describe('a form', () => {
    const formType = 'application/x-www-form-urlencoded';
    const send = async (path: string, body: string | undefined, type: string, method = 'POST') => {
      const headers = { 'content-type': type };
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      return {
        status: response.status,
        connection: response.headers.get('connection'),
        text: await response.text(),
      };
    };

    it.each([formType, 'application/X-WWW-form-urlencoded; charset=UTF-8'])(
      'of the type %s gets to a route that takes it',
      async (type) => {
        const { status, text } = await send('/api/form', 'a=1&b=c+d', type);
        expect([status, JSON.parse(text)]).toEqual([201, { status: 'success', data: { a: '1', b: 'c d' } }]);
      },
    );

    it.each([
      ['a name twice', 'a=1&a=2', formType, 400],
      ['a wrong escape', 'a=%zz', formType, 400],
      ['more than 16 KiB', `a=${'b'.repeat(16 * 1024)}`, formType, 413],
      ['JSON', '{"a":"1"}', 'application/json', 400],
      ['a text', 'a=1', 'text/plain', 400],
      ['another type', 'a=1', 'application/x-www-form-urlencoded-2', 400],
      ['several parts', '--x--', 'multipart/form-data; boundary=x', 400],
      ['no readable type', 'a=1', ';', 400],
    ])('route refuses %s', async (_what, body, type, status) => {
      const answered = await send('/api/form', body, type);
      expect(answered.status).toBe(status);
      expect(errorMapping[errorEnvelope.strict().parse(JSON.parse(answered.text)).code].http).toBe(status);
    });

    it('route takes 16 KiB, and needs a body', async () => {
      expect((await send('/api/form', `a=${'b'.repeat(16 * 1024 - 2)}`, formType)).status).toBe(201);
      expect((await fetch(`${running.url}/api/form`, { method: 'POST' })).status).toBe(400);
    });

    it.each(['say=hello', '', 'a=%zz', `a=${'b'.repeat(20_000)}`])(
      'is a body of an unknown type for every other route: %.20s',
      async (body) => {
        const asForm = await send('/api/relay', body, formType);
        expect(asForm).toEqual(await send('/api/relay', body, 'text/odd'));
        expect(asForm.status).toBe(400);
        expect(lines.filter(({ msg }) => msg === 'controller')).toEqual([]);
      },
    );

    it('changes nothing at an unknown address, and without a body', async () => {
      for (const body of ['say=hello', 'a=%zz'])
        expect(await send('/api/nothing', body, formType)).toEqual(
          await send('/api/nothing', body, 'text/odd'),
        );
      expect((await send('/api/nothing', 'a=1', formType)).status).toBe(404);
      expect((await send('/livez', undefined, formType, 'GET')).status).toBe(200);
    });
  });

  it('answers the plain message of the guard as text, and logs the cause of a fault', async () => {
    const response = await fetch(`${running.url}/api/unauthenticated`);
    expect([response.status, await response.text()]).toEqual([401, 'Unauthorized']);
    expect(response.headers.get('content-type')).toContain('text/plain');
    await fetch(`${running.url}/api/secret-fault`);
    expect(JSON.stringify(lines)).toContain('the secret at 10.0.0.7');
  });

  it('answers HEAD without a body', async () => {
    const response = await fetch(`${running.url}/livez`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each([
    ['a body that never ends', `${head}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`, /^$/],
    ['the rest of a refused body', `${head}content-length: 9\r\n\r\n{`, / 400 /],
    ['headers that never end', 'GET /livez HTTP/1.1\r\nhost: x\r\n', / 408 /],
    ['too many headers', `GET /livez HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`, / 431 /],
    ['no HTTP at all', 'hello\r\n\r\n', / 400 [\s\S]*"status":"error"/],
  ])('cuts off %s', async (_what, bytes, answer) => {
    const { port, hostname } = new URL(running.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.on('error', () => undefined).on('data', (chunk) => (received += String(chunk)));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toMatch(answer);
  });
});
