import { Metadata, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { errorCodeKey } from '@vault/base';
import { until } from '@vault/base/testing';
import { createRpcClient } from './client/rpc-client.ts';
import type { RpcObservation } from './calls/rpc-observer.ts';
import { Rpc } from './rpc.ts';
import { sharedSecret } from './security/shared-secret.ts';
import { serveText, type TextHandler } from './testing/serve-text.ts';
import { textService } from './testing/text-service.ts';

const { SERVING } = healthRpc.HealthCheckResponse_ServingStatus;
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
  ])(
    'reports the outcome of the call "%s" once at the client and once at the server',
    async (request, atClient, atServer) => {
      const begin = performance.now();
      await rpc
        .client('auth', textService)
        // The call must have reached the server when its time is over.
        .ask(request, { deadlineMs: request === 'hang' ? 3_000 : 10_000 })
        .catch(() => undefined);
      await until(
        () => observed.length,
        (count) => count === 2,
      );
      const took = (performance.now() - begin) / 1_000;
      const [client, server] = ['client', 'server'].map((side) =>
        observed.find((each) => each.side === side),
      );
      const common = { service: 'test.v1.Test', method: 'Ask', seconds: expect.any(Number) as number };
      expect(client).toEqual({ side: 'client', code: atClient, ...common });
      expect(server).toEqual({ side: 'server', code: atServer, ...common });
      for (const { seconds } of observed) expect(seconds).toBeLessThanOrEqual(took);
    },
  );

  it('shares one connection between all clients of a target', async () => {
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

  it('does not refuse calls to a service because another service of the same process hangs', async () => {
    const stuck = rpc.client('upload', textService);
    const calls = Array.from({ length: 8 }, () => stuck.make('hang', { deadlineMs: 100 }));
    await Promise.allSettled(calls);
    await expect(stuck.make('fine')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await rpc.client('auth', textService).make('fine')).toBe('fine');
  });

  it('is unavailable after it was closed', async () => {
    const client = rpc.client('auth', textService);
    rpc.close();
    await expect(client.ask('fine')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a secret', () => {
  const [old, fresh] = ['the-old-one', 'the-new-one'].map((name) => name.padEnd(32, '.')) as [string, string];
  let observed: RpcObservation[];
  let served: Awaited<ReturnType<typeof serveText>>;

  beforeEach(async () => {
    observed = [];
    const observer = { observe: (call: RpcObservation) => void observed.push(call) };
    served = await serveText(answer, { observer, security: sharedSecret(() => [fresh, old]) });
    const health: healthRpc.HealthServer = {
      check: (_call, reply) => reply(null, { status: SERVING }),
      list: (_call, reply) => reply(null, { statuses: {} }),
      watch: (call) => call.end(),
    };
    served.server.addService(healthRpc.HealthService, health);
  });
  afterEach(() => served.server.forceShutdown());

  async function askWith(secrets?: readonly string[]): Promise<string> {
    const rpc = new Rpc(() => served.address, { security: secrets && sharedSecret(() => secrets) });
    try {
      return await rpc.client('auth', textService).make('fine');
    } finally {
      rpc.close();
    }
  }

  it.each([
    ['none', undefined],
    ['a wrong one', ['x'.repeat(32)]],
    ['a part of the right one', [fresh.slice(0, -1)]],
    ['the right one second', ['x'.repeat(32), fresh]],
  ])('is required for every call: a caller with %s is refused', async (_what, secrets) => {
    // Not "unauthenticated", which would mean that the user is not signed in.
    const refused: unknown = await askWith(secrets).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'internal', cause: { code: status.UNAUTHENTICATED } });
    expect(observed.map(({ side, code }) => [side, code])).toEqual([['server', 'unauthenticated']]);
  });

  it('is accepted with the new and with the old value, so that it can be changed one process at a time', async () => {
    for (const secrets of [[old], [old, fresh], [fresh, old], [fresh]])
      expect(await askWith(secrets)).toBe('fine');
  });

  it('is not required for probes, which may only read whether the process is ready', async () => {
    const { check, list } = healthRpc.HealthService;
    const probe = createRpcClient({ check, list }, served.address);
    expect(await probe.methods.check({ service: '' })).toEqual({ status: SERVING });
    await expect(probe.methods.list({})).rejects.toMatchObject({ cause: { code: status.UNAUTHENTICATED } });
    probe.close();
  });
});

describe('a target', () => {
  it.each([
    ['host and port', (port: number) => `127.0.0.1:${port}`],
    ['a DNS name', (port: number) => `dns:///localhost:${port}`],
    ['addresses, the first of them dead', (port: number) => `ipv4:127.0.0.1:1,127.0.0.1:${port}`],
  ])('may be %s', async (_what, targetAt) => {
    const { server, port } = await serveText(answer);
    const rpc = new Rpc(() => targetAt(port));
    expect(await rpc.client('auth', textService).make('fine')).toBe('fine');
    rpc.close();
    server.forceShutdown();
  });
});

describe('a connection that has reached its maximum age', () => {
  it('is replaced without losing or repeating a call', async () => {
    const received: string[] = [];
    const callers = new Set<string>();
    const { server, address } = await serveText(
      (request, reply) => {
        received.push(request);
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
    expect(received.sort()).toEqual(sent.sort());
    rpc.close();
    server.forceShutdown();
  }, 30_000);
});
