import { Metadata, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { errorCodeKey } from '../errors/error-mapping.ts';
import { until } from '../testing/until.ts';
import type { RpcObservation } from './rpc-observer.ts';
import { Rpc } from './rpc.ts';
import { serveText, type TextHandler } from './testing/serve-text.ts';
import { textService } from './testing/text-service.ts';

const notFound = new Metadata();
notFound.set(errorCodeKey, 'not-found');

const answer: TextHandler = (request, reply) => {
  if (request === 'missing') reply({ code: status.NOT_FOUND, details: 'gone', metadata: notFound });
  else if (request === 'broken') reply({ code: status.UNKNOWN, details: 'secret' });
  else if (request !== 'hang') reply(null, request);
};

describe(Rpc, () => {
  let observed: RpcObservation[];
  let served: Awaited<ReturnType<typeof serveText>>;
  let rpc: Rpc;

  beforeEach(async () => {
    observed = [];
    const observer = { observe: (call: RpcObservation) => void observed.push(call) };
    served = await serveText(answer, { observer });
    rpc = new Rpc(() => served.address, { observer });
  });
  afterEach(() => {
    rpc.close();
    served.server.forceShutdown();
  });

  it.each([
    ['fine', 'ok', 'ok'],
    ['missing', 'not-found', 'not-found'],
    ['broken', 'internal', 'internal'],
    ['hang', 'unavailable', 'unavailable'],
  ])('tells once, at both ends, how the call "%s" ended', async (request, atClient, atServer) => {
    const begin = performance.now();
    await rpc
      .client('auth', textService)
      .ask(request, { deadlineMs: request === 'hang' ? 200 : 10_000 })
      .catch(() => undefined);
    await until(
      () => observed.length,
      (count) => count === 2,
    );
    const took = (performance.now() - begin) / 1_000;
    const [client, server] = ['client', 'server'].map((side) => observed.find((each) => each.side === side));
    const common = { service: 'test.v1.Test', method: 'Ask', seconds: expect.any(Number) as number };
    expect(client).toEqual({ side: 'client', code: atClient, ...common });
    expect(server).toEqual({ side: 'server', code: atServer, ...common });
    for (const { seconds } of observed) expect(seconds).toBeLessThanOrEqual(took);
  });

  it('has one connection for all clients of a target', async () => {
    const who = { who: { ...textService.ask, path: '/test.v1.Other/Who' } } as const;
    served.server.addService(who, {
      who: (call: ServerUnaryCall<string, string>, reply: sendUnaryData<string>) =>
        reply(null, call.getPeer()),
    });
    const services = ['auth', 'upload', 'chaptering'] as const;
    const callers = await Promise.all(services.map((service) => rpc.client(service, who).who('?')));
    expect(new Set(callers).size).toBe(1);
    expect(rpc.client('auth', who)).toBe(rpc.client('auth', who));
  });

  it('keeps a service that answers apart from one that is stuck in the same process', async () => {
    const stuck = rpc.client('upload', textService);
    const calls = Array.from({ length: 8 }, () => stuck.make('hang', { deadlineMs: 100 }));
    await Promise.allSettled(calls);
    await expect(stuck.make('fine')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await rpc.client('auth', textService).make('fine')).toBe('fine');
  });

  it('is away after it was closed', async () => {
    const client = rpc.client('auth', textService);
    rpc.close();
    await expect(client.ask('fine')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a target', () => {
  it.each([
    ['host and port', (port: number) => `127.0.0.1:${port}`],
    ['a name of the name service', (port: number) => `dns:///localhost:${port}`],
    ['addresses, the first of them dead', (port: number) => `ipv4:127.0.0.1:1,127.0.0.1:${port}`],
  ])('may be %s', async (_what, targetAt) => {
    const { server, port } = await serveText(answer);
    const rpc = new Rpc(() => targetAt(port));
    expect(await rpc.client('auth', textService).make('fine')).toBe('fine');
    rpc.close();
    server.forceShutdown();
  });
});

describe('a connection that has become old', () => {
  it('is made anew without a call being lost or sent twice', async () => {
    const asked: string[] = [];
    const callers = new Set<string>();
    const { server, address } = await serveText(
      (request, reply) => {
        asked.push(request);
        setTimeout(() => reply(null, request), Math.random() * 20);
      },
      { connectionAgeMs: 200 },
    );
    const who = { who: { ...textService.ask, path: '/test.v1.Other/Who' } } as const;
    server.addService(who, {
      who: (call: ServerUnaryCall<string, string>, reply: sendUnaryData<string>) =>
        reply(null, call.getPeer()),
    });
    const rpc = new Rpc(() => address);
    const client = rpc.client('auth', textService);
    const sent: string[] = [];
    await until(
      async () => {
        const requests = Array.from({ length: 20 }, (_, index) => `${sent.length + index}`);
        sent.push(...requests);
        expect(await Promise.all(requests.map((request) => client.make(request)))).toEqual(requests);
        callers.add(await rpc.client('auth', who).who('?'));
        return callers.size;
      },
      (connections) => connections === 5,
    );
    expect(asked.sort()).toEqual(sent.sort());
    rpc.close();
    server.forceShutdown();
  }, 30_000);
});
