import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { healthRpc } from '@vault/contracts/rpc';
import { z } from 'zod';
import { type Health, HEALTH } from '@vault/base';
import { until } from '@vault/base/testing';
import { createRpcClient, RpcController, type RpcHandlers } from '@vault/rpc';
import { defineService } from './define-service.ts';
import { relayRpc } from '../testing/relay-services.fixture.ts';
import { startTestService, type TestServices } from '../testing/start-test-service.ts';

const { SERVING, NOT_SERVING } = healthRpc.HealthCheckResponse_ServingStatus;
const healthCalls = { check: healthRpc.HealthService.check } as const;

let isReady = true;
let answers: (() => void)[] = [];
let ended: unknown[] = [];

@Injectable()
class Store {
  constructor(@Inject(HEALTH) health: Health) {
    health.register('what it needs', () => isReady);
  }
}

@RpcController(relayRpc)
class SlowGrpc {
  readonly handlers: RpcHandlers<typeof relayRpc> = {
    ask: async ({ say }, call) => {
      if (say === 'slow') await new Promise<void>((resolve) => answers.push(resolve));
      if (say === 'until the end')
        await new Promise<void>((resolve) => {
          call.signal.addEventListener('abort', () => resolve(void ended.push(call.signal.reason)));
        });
      return { said: say };
    },
  };
}

@Module({})
class SlowModule {
  static register(platform: DynamicModule): DynamicModule {
    return { module: SlowModule, imports: [platform], controllers: [SlowGrpc], providers: [Store] };
  }
}

const slowService = defineService({
  name: 'upload',
  config: z.object({}),
  module: (platform) => SlowModule.register(platform),
  rpc: relayRpc,
});

describe('a gRPC server in its host', () => {
  let running: TestServices;
  let health: ReturnType<typeof createRpcClient<typeof healthCalls>>;
  let relay: ReturnType<typeof createRpcClient<typeof relayRpc>>;

  beforeEach(async () => {
    isReady = true;
    answers = [];
    ended = [];
    running = await startTestService(slowService);
    const { rpcListenAddress } = running.infrastructure;
    health = createRpcClient(healthCalls, rpcListenAddress);
    relay = createRpcClient(relayRpc, rpcListenAddress);
  });
  afterEach(async () => {
    for (const release of answers) release();
    health.close();
    relay.close();
    await running.stop();
  });

  it('reports by the standard protocol whether it is ready', async () => {
    const service = 'relay.v1.RelayService';
    const check = () => health.methods.check({ service });
    expect(await check()).toEqual({ status: SERVING });
    isReady = false;
    expect(await check()).toEqual({ status: NOT_SERVING });
    isReady = true;
    expect(await check()).toEqual({ status: SERVING });
  });

  it('tells a handler when the deadline of its caller is over', async () => {
    const call = relay.methods.ask({ say: 'until the end' }, { deadlineMs: 300 });
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    await until(
      () => ended,
      ({ length }) => length === 1,
    );
    expect(ended).toMatchObject([{ code: 'unavailable' }]);
  });

  it('finishes a running call when it stops, and accepts no new one', async () => {
    const slow = relay.methods.ask({ say: 'slow' });
    await until(
      () => answers.length,
      (count) => count === 1,
    );
    const stopped = running.stop();
    await until(
      () =>
        relay.methods.ask({ say: 'late' }).then(
          () => 'answered',
          (error: unknown) => (error as { code: string }).code,
        ),
      (code) => code === 'unavailable',
    );
    answers[0]!();
    expect(await slow).toEqual({ said: 'slow' });
    await stopped;
  });
});
