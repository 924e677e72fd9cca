import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metadata, Server, ServerCredentials, status, type sendUnaryData } from '@grpc/grpc-js';
import { until } from '@vault/base/testing';
import { maxMessageBytes } from '../calls/rpc-channel.ts';
import { createRpcClient } from './rpc-client.ts';

const text = {
  requestSerialize: (value: string) => Buffer.from(value),
  requestDeserialize: (value: Buffer) => value.toString(),
  responseSerialize: (value: string) => Buffer.from(value),
  responseDeserialize: (value: Buffer) => value.toString(),
};
const method = { path: '/test.v1.Test/ask', requestStream: false, responseStream: false, ...text } as const;
const definition = { ask: method };

type Answer = (request: string, reply: sendUnaryData<string>) => void;

async function serve(address: string, answer: Answer): Promise<Server> {
  const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
  server.addService(definition, {
    ask: (call: { request: string }, reply: sendUnaryData<string>) => answer(call.request, reply),
  });
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  return server;
}

describe(createRpcClient, () => {
  let dir: string;
  let address: string;
  let client: ReturnType<typeof createRpcClient<typeof definition>>;
  let server: Server | undefined;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'rpc-'));
    address = `unix:${join(dir, 'rpc.sock')}`;
    client = createRpcClient(definition, address);
  });
  afterEach(() => {
    client.close();
    server?.forceShutdown();
    rmSync(dir, { recursive: true, force: true });
  });

  it('gives up on a peer that accepts the connection and never answers', async () => {
    const sockets: Socket[] = [];
    const hung = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => hung.listen(join(dir, 'rpc.sock'), resolve));
    await expect(client.methods.ask('?', { deadlineMs: 100 })).rejects.toMatchObject({ code: 'unavailable' });
    for (const socket of sockets) socket.destroy();
    hung.close();
  });

  it('gives up on a handler that never answers', async () => {
    server = await serve(address, () => undefined);
    await expect(client.methods.ask('?', { deadlineMs: 100 })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('hides addresses when no peer is running, and reaches the peer once it is', async () => {
    const error: unknown = await client.methods.ask('?').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect((error as Error).message).not.toContain('rpc.sock');
    server = await serve(address, (request, reply) => reply(null, request));
    expect(await untilAnswered(() => client.methods.ask('back'))).toBe('back');
  });

  it('reaches a peer that was restarted on the same address', async () => {
    server = await serve(address, (_request, reply) => reply(null, 'first'));
    expect(await client.methods.ask('?')).toBe('first');
    server.forceShutdown();
    server = await serve(address, (_request, reply) => reply(null, 'second'));
    expect(await untilAnswered(() => client.methods.ask('?'))).toBe('second');
  });

  it('answers each of many calls at once with its own reply', async () => {
    server = await serve(address, (request, reply) => setImmediate(() => reply(null, request)));
    const requests = Array.from({ length: 200 }, (_, index) => String(index));
    expect(await Promise.all(requests.map((each) => client.methods.ask(each)))).toEqual(requests);
  });

  it.each([
    ['a request', 'x'.repeat(maxMessageBytes + 1), 'short'],
    ['a reply', 'short', 'x'.repeat(maxMessageBytes + 1)],
  ])('reports that %s is too large', async (_which, request, answer) => {
    server = await serve(address, (_request, reply) => reply(null, answer));
    await expect(client.methods.ask(request, { deadlineMs: 10_000 })).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it("keeps an owner's code and message, whatever characters it contains", async () => {
    const metadata = new Metadata();
    metadata.set('x-error-code', 'too-many-requests');
    metadata.set('x-retry-after-ms', '90500');
    const details = 'Zu viele Versuche – später: 100 % voll\n…';
    server = await serve(address, (_request, reply) =>
      reply({ code: status.RESOURCE_EXHAUSTED, details, metadata }),
    );
    await expect(client.methods.ask('?')).rejects.toMatchObject({
      code: 'too-many-requests',
      message: details,
      retryAfterMs: 90_500,
    });
  });

  it.each(['made-up-code', undefined])('hides the details of a failure with the code %s', async (code) => {
    const metadata = new Metadata();
    if (code) metadata.set('x-error-code', code);
    server = await serve(address, (_request, reply) =>
      reply({ code: status.UNKNOWN, details: 'connect 10.0.0.7:27017', metadata }),
    );
    const error: unknown = await client.methods.ask('?').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'internal' });
    expect((error as Error).message).not.toContain('10.0.0.7');
  });

  it('is unavailable after it was closed', async () => {
    client.close();
    await expect(client.methods.ask('?')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const untilAnswered = (ask: () => Promise<string>) => until(() => ask().catch(() => ''));
