import { Client, Server, status, type ClientReadableStream } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { Health } from '../health/health.ts';
import { until } from '../testing/until.ts';
import { clientCredentials, serverCredentials } from './rpc-credentials.ts';
import { RpcHealth } from './rpc-health.ts';
import { serverOptions } from './rpc-server.ts';

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = healthRpc.HealthCheckResponse_ServingStatus;
const { check, list, watch } = healthRpc.HealthService;
const known = 'vault.auth.v1.AuthService';

interface UnaryMethod<Request, Reply> {
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly responseDeserialize: (value: Buffer) => Reply;
}

describe(RpcHealth, () => {
  let isStoreThere: boolean;
  let health: Health;
  let server: Server;
  let client: Client;
  let streams: ClientReadableStream<healthRpc.HealthCheckResponse>[];

  beforeEach(async () => {
    streams = [];
    isStoreThere = true;
    health = new Health();
    health.register('store', () => isStoreThere);
    server = new Server(serverOptions());
    const answers = new RpcHealth(health, [known]);
    server.addService(answers.service, answers.handlers);
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', serverCredentials(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    client = new Client(`127.0.0.1:${port}`, clientCredentials());
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
    const said: number[] = [];
    const state = { hasEnded: false };
    const stream = client.makeServerStreamRequest(
      watch.path,
      watch.requestSerialize,
      watch.responseDeserialize,
      {
        service,
      },
    );
    stream.on('data', (reply: healthRpc.HealthCheckResponse) => said.push(reply.status));
    stream.on('end', () => (state.hasEnded = true)).on('error', () => undefined);
    streams.push(stream);
    return { said, state, stream };
  }

  it.each(['', known])('says of "%s" whether all checks hold', async (service) => {
    expect(await unary(check, { service })).toEqual({ status: SERVING });
    isStoreThere = false;
    expect(await unary(check, { service })).toEqual({ status: NOT_SERVING });
    isStoreThere = true;
    expect(await unary(check, { service })).toEqual({ status: SERVING });
  });

  it('is not serving while it stops', async () => {
    health.stop();
    expect(await unary(check, { service: '' })).toEqual({ status: NOT_SERVING });
  });

  it('knows no other service', async () => {
    await expect(unary(check, { service: 'made.up' })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('lists all it serves', async () => {
    expect(await unary(list, {})).toEqual({
      statuses: { '': { status: SERVING }, [known]: { status: SERVING } },
    });
  });

  it('tells watchers each change once, and ends when the process stops', async () => {
    const [ours, other] = [watching(known), watching('made.up')];
    await until(
      () => [ours.said.length, other.said.length],
      ([first, second]) => first === 1 && second === 1,
    );
    isStoreThere = false;
    await until(
      () => ours.said.length,
      (count) => count === 2,
    );
    health.stop();
    await until(
      () => ours.state.hasEnded && other.state.hasEnded,
      (hasEnded) => hasEnded,
    );
    expect(ours.said).toEqual([SERVING, NOT_SERVING]);
    expect(other.said).toEqual([SERVICE_UNKNOWN]);
    // Nothing is left that would keep the server open.
    await new Promise<void>((resolve, reject) =>
      server.tryShutdown((error) => (error ? reject(error) : resolve())),
    );
  });

  it('bears a hundred watchers and no more, until one leaves', async () => {
    const watchers = Array.from({ length: 100 }, () => watching(known));
    await until(
      () => watchers.filter(({ said }) => said.length > 0).length,
      (count) => count === 100,
    );
    const refused = await new Promise<{ code?: number }>((resolve) =>
      watching(known).stream.once('error', resolve),
    );
    expect(refused.code).toBe(status.RESOURCE_EXHAUSTED);
    watchers[0]!.stream.cancel();
    await until(
      async () => {
        const next = watching(known);
        return await Promise.race([
          new Promise((resolve) => next.stream.once('data', () => resolve(true))),
          new Promise((resolve) => next.stream.once('error', () => resolve(false))),
        ]);
      },
      (isThere) => isThere === true,
    );
  });
});
