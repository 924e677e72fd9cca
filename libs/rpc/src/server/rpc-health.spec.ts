import { Client, Server, status, type ClientReadableStream } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { Health } from '@vault/base';
import { until } from '@vault/base/testing';
import { noSecurity } from '../security/rpc-security.ts';
import { RpcHealth } from './rpc-health.ts';
import { serverOptions } from './rpc-server.ts';

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = healthRpc.HealthCheckResponse_ServingStatus;
const { check, list, watch } = healthRpc.HealthService;
const registeredName = 'vault.auth.v1.AuthService';

interface UnaryMethod<Request, Reply> {
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly responseDeserialize: (value: Buffer) => Reply;
}

describe(RpcHealth, () => {
  let isStoreReady: boolean;
  let health: Health;
  let server: Server;
  let client: Client;
  let streams: ClientReadableStream<healthRpc.HealthCheckResponse>[];

  beforeEach(async () => {
    streams = [];
    isStoreReady = true;
    health = new Health();
    health.register('store', () => isStoreReady);
    server = new Server(serverOptions());
    const answers = new RpcHealth(health, [registeredName]);
    server.addService(answers.service, answers.handlers);
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', noSecurity.serverCredentials(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    client = new Client(`127.0.0.1:${port}`, noSecurity.channelCredentials());
  });
  afterEach(() => {
    for (const stream of streams) stream.cancel();
    client.close();
    server.forceShutdown();
  });

  function unary<Request, Reply>(
    { path, requestSerialize, responseDeserialize }: UnaryMethod<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    return new Promise((resolve, reject) =>
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, reply) => {
        if (error) reject(error);
        else if (reply) resolve(reply);
      }),
    );
  }

  function watching(service: string) {
    const statuses: number[] = [];
    const state = { hasEnded: false };
    const stream = client.makeServerStreamRequest(
      watch.path,
      watch.requestSerialize,
      watch.responseDeserialize,
      {
        service,
      },
    );
    stream.on('data', (reply: healthRpc.HealthCheckResponse) => statuses.push(reply.status));
    stream.on('end', () => (state.hasEnded = true)).on('error', () => undefined);
    streams.push(stream);
    return { statuses, state, stream };
  }

  it.each(['', registeredName])('reports for "%s" whether all checks succeed', async (service) => {
    expect(await unary(check, { service })).toEqual({ status: SERVING });
    isStoreReady = false;
    expect(await unary(check, { service })).toEqual({ status: NOT_SERVING });
    isStoreReady = true;
    expect(await unary(check, { service })).toEqual({ status: SERVING });
  });

  it('is not serving while it stops', async () => {
    health.stop();
    expect(await unary(check, { service: '' })).toEqual({ status: NOT_SERVING });
  });

  it('answers NOT_FOUND for other services', async () => {
    await expect(unary(check, { service: 'made.up' })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('lists all services', async () => {
    expect(await unary(list, {})).toEqual({
      statuses: { '': { status: SERVING }, [registeredName]: { status: SERVING } },
    });
  });

  it('sends watchers each change once, and ends when the process stops', async () => {
    const [ours, other] = [watching(registeredName), watching('made.up')];
    await until(
      () => [ours.statuses.length, other.statuses.length],
      ([first, second]) => first === 1 && second === 1,
    );
    isStoreReady = false;
    await until(
      () => ours.statuses.length,
      (count) => count === 2,
    );
    health.stop();
    await until(
      () => ours.state.hasEnded && other.state.hasEnded,
      (hasEnded) => hasEnded,
    );
    expect(ours.statuses).toEqual([SERVING, NOT_SERVING]);
    expect(other.statuses).toEqual([SERVICE_UNKNOWN]);
    // No stream keeps the server open.
    await new Promise<void>((resolve, reject) =>
      server.tryShutdown((error) => (error ? reject(error) : resolve())),
    );
  });

  it('accepts at most a hundred watchers', async () => {
    const watchers = Array.from({ length: 100 }, () => watching(registeredName));
    await until(
      () => watchers.filter(({ statuses }) => statuses.length > 0).length,
      (count) => count === 100,
    );
    const refused = await new Promise<{ code?: number }>((resolve) =>
      watching(registeredName).stream.once('error', resolve),
    );
    expect(refused.code).toBe(status.RESOURCE_EXHAUSTED);
    watchers[0]!.stream.cancel();
    await until(
      async () => {
        const next = watching(registeredName);
        return await Promise.race([
          new Promise((resolve) => next.stream.once('data', () => resolve(true))),
          new Promise((resolve) => next.stream.once('error', () => resolve(false))),
        ]);
      },
      (isAccepted) => isAccepted === true,
    );
  });
});
