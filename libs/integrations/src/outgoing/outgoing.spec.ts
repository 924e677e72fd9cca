import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { TestAuthority, until, type TestCertificate } from '@vault/base/testing';
import { Outgoing, type OutgoingParts, type OutgoingRequest } from './outgoing.ts';
import type { ResolveName } from './resolve-name.ts';
import { internetOf, serveHttps, serveTls, trusting, type Served } from './testing/serve-tls.fixture.ts';

const host = 'hooks.example.com';
const authority = new TestAuthority();
const certificate = authority.issue({ names: [host, '127.0.0.1'] });
/** A long deadline, so that a busy machine does not fail tests. */
const deadlineMs = 60_000;
/** A short deadline for tests in which the server never ends. */
const shortMs = 1_000;

const resolveTo =
  (...addresses: readonly string[]): ResolveName =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
const failing = (code: string, message: string) => ({ name: 'AppError', code, message });
const isInside = failing('invalid-input', 'This address is inside a private network.');
const isUnreachable = failing('unavailable', 'The address cannot be reached.');
const isLate = failing('unavailable', 'It did not answer in time.');
const isUntrusted = failing('unavailable', 'Its certificate is not trusted.');
const isTooLarge = failing('conflict', 'Its answer is too large.');

let outgoing: Outgoing;
let served: Served;
afterEach(async () => {
  outgoing.close();
  await served.stop();
});

/** A product that may call only the internet, whose public addresses are this machine. */
function onInternet(resolve: ResolveName = resolveTo('8.8.8.8')): void {
  outgoing = new Outgoing({ allowsPrivate: false }, { resolve, connectTls: internetOf(authority.ca) });
}

/** A product in a company's own network. */
function inCompany(parts: OutgoingParts = {}): void {
  const resolve = resolveTo('127.0.0.1');
  const connectTls = trusting(authority.ca);
  outgoing = new Outgoing({ allowsPrivate: true }, { resolve, connectTls, ...parts });
}

async function serve(listener: RequestListener, of: TestCertificate = certificate): Promise<void> {
  served = await serveHttps(of, listener);
}

async function speak(say: (socket: TLSSocket) => void): Promise<void> {
  served = await serveTls(certificate, say);
}

const fetchFrom = (name: string, request: Partial<OutgoingRequest> = {}) =>
  outgoing.fetch(`https://${name}:${String(served.port)}/hook?id=1#part`, {
    method: 'POST',
    headers: {},
    deadlineMs,
    ...request,
  });
const connectTo = (name: string, ms = deadlineMs) => outgoing.connect(name, served.port, { deadlineMs: ms });

const greet: RequestListener = (_request, response) => void response.end('hello');

describe('an answer', () => {
  it('comes with status, headers and body', async () => {
    let asked = '';
    await serve((request, response) => {
      request.on('data', (part: Buffer) => (asked += part.toString()));
      request.on('end', () => {
        asked = `${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-id'])} ${asked}`;
        response.writeHead(202, { 'x-answer': 'yes' }).end('hello');
      });
    });
    onInternet();
    const answer = await fetchFrom(host, { headers: { 'x-id': 'a1' }, body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 202, headers: { 'x-answer': 'yes' }, body: Buffer.from('hello') });
    expect(asked).toBe('POST /hook?id=1 a1 {"a":1}');
  });

  it.each([301, 302, 307, 308])('%i is handed back, not followed', async (status) => {
    await serve((_, response) => void response.writeHead(status, { location: '/elsewhere' }).end());
    onInternet();
    expect(await fetchFrom(host)).toMatchObject({ status, headers: { location: '/elsewhere' } });
    expect(served.connections()).toBe(1);
  });

  it('is not unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000));
    await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    onInternet();
    expect((await fetchFrom(host)).body).toEqual(packed);
  });

  it.each([
    ['a name', host],
    ['an address', '127.0.0.1'],
  ])('comes from %s inside where this is allowed', async (_, name) => {
    await serve(greet);
    inCompany();
    expect((await fetchFrom(name)).status).toBe(200);
  });

  it('comes from the next address when one does not answer', async () => {
    await serve(greet);
    // On Linux, all of 127.0.0.0/8 is this machine, and the server has only one address of it.
    inCompany({ resolve: resolveTo('127.0.0.2', '127.0.0.1') });
    expect((await fetchFrom(host)).status).toBe(200);
  });
});

describe('an address inside', () => {
  beforeEach(() => serve(greet));

  it.each([
    ['by its name', ['127.0.0.1']],
    ['by its name, in IPv6', ['::1']],
    ['as one of two', ['8.8.8.8', '127.0.0.1']],
    ['as one of two, first', ['10.0.0.1', '8.8.8.8']],
    ['within another address', ['::ffff:127.0.0.1']],
    ['of a cloud', ['169.254.169.254']],
  ])('is not called %s', async (_, addresses) => {
    onInternet(resolveTo(...addresses));
    const failures = await Promise.all([fetchFrom(host), connectTo(host)].map((call) => call.catch(String)));
    expect(failures).toEqual(Array(2).fill('AppError: This address is inside a private network.'));
    expect(served.connections()).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '①②⑦.0.0.1', 'localhost'])(
    'is not called as %s',
    async (name) => {
      onInternet();
      await expect(fetchFrom(name)).rejects.toMatchObject(isInside);
      await expect(connectTo(name)).rejects.toMatchObject(isInside);
      expect(() => outgoing.check(`https://${name}/`)).toThrow(isInside.message);
      expect(() => outgoing.check({ host: name, port: 443 })).toThrow(isInside.message);
      expect(served.connections()).toBe(0);
    },
  );

  it('is not called when a name resolves to it later', async () => {
    const answers = ['8.8.8.8', '127.0.0.1'];
    let asked = 0;
    onInternet(() => resolveTo(answers[asked++] ?? '')(''));
    outgoing.check(`https://${host}/`);
    expect(asked).toBe(0);
    expect((await fetchFrom(host)).status).toBe(200);
    await expect(fetchFrom(host)).rejects.toMatchObject(isInside);
    // One question for each call: what was checked is what is connected to.
    expect(asked).toBe(2);
    expect(served.connections()).toBe(1);
  });

  it('is named only by the cause', async () => {
    onInternet(resolveTo('10.20.30.40'));
    const error: unknown = await fetchFrom(host).catch((failure: unknown) => failure);
    expect(String(error)).not.toContain('10.20');
    expect(error).toMatchObject({ cause: { message: '10.20.30.40 may not be called.' } });
  });

  it('of a cloud is not called where others are allowed', async () => {
    inCompany({ resolve: resolveTo('169.254.169.254') });
    const refused = failing('invalid-input', 'This address cannot be used.');
    await expect(fetchFrom(host)).rejects.toMatchObject(refused);
    await expect(fetchFrom('169.254.169.254')).rejects.toMatchObject(refused);
  });
});

it('does not send to an address with a user', async () => {
  await serve(greet);
  onInternet();
  await expect(fetchFrom(`ada:secret@${host}`)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(connectTo(`ada@${host}`)).rejects.toMatchObject({ code: 'invalid-input' });
  expect(served.connections()).toBe(0);
});

describe('the size of an answer', () => {
  const limit = 64 * 1024;

  it.each([
    ['with its length', (body: Buffer) => ({ 'content-length': String(body.length) })],
    ['in chunks', () => ({ 'transfer-encoding': 'chunked' })],
  ])('is at most 64 KiB, %s', async (_, headersOf) => {
    let body = Buffer.alloc(limit);
    await serve((_request, response) => void response.writeHead(200, headersOf(body)).end(body));
    onInternet();
    expect((await fetchFrom(host)).body).toHaveLength(limit);
    body = Buffer.alloc(limit + 1);
    await expect(fetchFrom(host)).rejects.toMatchObject(isTooLarge);
  });

  it('ends a body without an end', async () => {
    await serve((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      };
      response.on('drain', write);
      write();
    });
    onInternet();
    await expect(fetchFrom(host)).rejects.toMatchObject(isTooLarge);
    await until(() => served.open() === 0);
  });

  it('is at most 8 KiB for headers', async () => {
    let size = 7_000;
    await serve((_, response) => void response.writeHead(200, { 'x-a': 'x'.repeat(size) }).end());
    onInternet();
    expect((await fetchFrom(host)).headers['x-a']).toHaveLength(size);
    size = 9_000;
    await expect(fetchFrom(host)).rejects.toMatchObject(isTooLarge);
  });

  it.each([
    ['headers', 'x-a: b\r\n'],
    ['one header', 'x'],
  ])('ends %s without an end', async (_, part) => {
    await speak((socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write(part.repeat(100)));
      };
      socket.on('drain', write).write('HTTP/1.1 200 OK\r\nx-a: ');
      write();
    });
    onInternet();
    await expect(fetchFrom(host)).rejects.toMatchObject(isTooLarge);
  });
});

describe('the deadline', () => {
  /** Says one byte after the other until the connection ends. */
  const drip = (socket: TLSSocket, byte: string) => {
    const timer = setInterval(() => socket.write(byte), 5);
    socket.on('close', () => clearInterval(timer));
  };
  const talks: readonly (readonly [string, (socket: TLSSocket) => void])[] = [
    ['a server that says nothing', () => undefined],
    [
      'a body in single bytes',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n');
        drip(socket, 'x');
      },
    ],
    [
      'a header in single bytes',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx-a: ');
        drip(socket, 'x');
      },
    ],
    ['answers before the answer', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ];

  it.each(talks)('ends %s', async (_, say) => {
    await speak((socket) => void socket.once('data', () => say(socket)));
    onInternet();
    await expect(fetchFrom(host, { deadlineMs: shortMs })).rejects.toMatchObject(isLate);
    await until(() => served.open() === 0);
  });

  it('ends a handshake that nobody answers', async () => {
    await serve(greet);
    let hasClosed = false;
    const mute = createServer((socket) => void socket.on('close', () => (hasClosed = true)).resume());
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    inCompany();
    await expect(outgoing.connect(host, port, { deadlineMs: shortMs })).rejects.toMatchObject(isLate);
    await until(() => hasClosed);
    mute.close();
  });

  it('ends the wait for a name', async () => {
    await serve(greet);
    onInternet(() => new Promise(() => undefined));
    await expect(fetchFrom(host, { deadlineMs: shortMs })).rejects.toMatchObject(isLate);
    await expect(connectTo(host, shortMs)).rejects.toMatchObject(isLate);
  });
});

describe('a certificate', () => {
  const stranger = new TestAuthority('Another authority');
  afterEach(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });

  it.each([
    ['of another authority', () => stranger.issue({ names: [host] })],
    ['of another name', () => authority.issue({ names: ['example.com'] })],
    ['that has expired', () => authority.issue({ names: [host], days: -1 })],
  ])('%s is not trusted', async (_, issue) => {
    let requests = 0;
    await serve(() => (requests += 1), issue());
    onInternet();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    await expect(fetchFrom(host)).rejects.toMatchObject(isUntrusted);
    await expect(connectTo(host)).rejects.toMatchObject(isUntrusted);
    expect(requests).toBe(0);
  });
});

describe('a server that cannot be used', () => {
  it.each([
    ['does not listen', undefined],
    ['has no TLS', (socket: NodeJS.WritableStream) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')],
    ['closes the connection', (socket: NodeJS.WritableStream) => void socket.end()],
  ])('%s', async (_, say) => {
    await serve(greet);
    const plain = createServer(say ?? (() => undefined));
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    if (!say) plain.close();
    inCompany();
    const call = outgoing.fetch(`https://${host}:${String(port)}/`, {
      method: 'GET',
      headers: {},
      deadlineMs,
    });
    await expect(call).rejects.toMatchObject(isUnreachable);
    await expect(outgoing.connect(host, port, { deadlineMs })).rejects.toMatchObject(isUnreachable);
    plain.close();
  });

  it('gets no request with a header that cannot be sent', async () => {
    await serve(greet);
    onInternet();
    for (const value of ['a\r\nx-b: c', 'a \u2028 b'])
      await expect(fetchFrom(host, { headers: { 'x-a': value } })).rejects.toMatchObject(
        failing('invalid-input', 'A header of the request cannot be sent.'),
      );
  });

  it('has no address', async () => {
    await serve(greet);
    const cause = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    onInternet(() => Promise.reject(cause));
    await expect(fetchFrom(host)).rejects.toMatchObject({ ...isUnreachable, cause });
  });

  it('answers in another protocol', async () => {
    await speak((socket) => void socket.once('data', () => socket.end('SSH-2.0-secret\r\n')));
    onInternet();
    const error: unknown = await fetchFrom(host).catch((failure: unknown) => failure);
    expect(error).toMatchObject(failing('unavailable', 'Its answer cannot be read.'));
    expect(inspect(error)).not.toContain('secret');
  });

  it.each([
    ['before its answer', ''],
    ['within its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
  ])('ends the connection %s', async (_, said) => {
    await speak((socket) => void socket.once('data', () => socket.end(said)));
    onInternet();
    await expect(fetchFrom(host)).rejects.toMatchObject(isUnreachable);
  });
});

describe('a connection', () => {
  it('is to the name, by TLS, and belongs to the caller', async () => {
    const heard: string[] = [];
    await speak((socket) => {
      socket.on('data', (part: Buffer) => heard.push(part.toString()));
      heard.push(String((socket as TLSSocket & { servername?: unknown }).servername));
    });
    onInternet();
    const socket = await connectTo(host);
    outgoing.close();
    expect([socket.authorized, socket.listenerCount('error')]).toEqual([true, 0]);
    socket.write('a line');
    await until(() => heard.join(' ') === `${host} a line`);
    socket.destroy();
  });
});

it('ends its calls when it is closed, and begins no others', async () => {
  let arrived = 0;
  await speak((socket) => void socket.on('data', () => (arrived += 1)));
  onInternet();
  const call = fetchFrom(host).catch((error: unknown) => error);
  await until(() => arrived > 0);
  outgoing.close();
  expect(await call).toMatchObject({ name: 'AppError', code: 'unavailable' });
  await expect(fetchFrom(host)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(connectTo(host)).rejects.toMatchObject({ code: 'unavailable' });
  expect(served.connections()).toBe(1);
});
