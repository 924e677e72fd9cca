import { Module } from '@nestjs/common';
import type { CommandType, EventType, MessageData, ServiceName } from '@vault/contracts';
import { eventsTopic, topicOf } from '@vault/contracts';
import { authRpc, chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import {
  AppError,
  CommandBus,
  createMessage,
  createRpcClient,
  defineService,
  RpcController,
  type Message,
  type RpcClient,
} from '@vault/platform';
import { MovingClock, startTestServices, type TestServices } from '@vault/platform/testing';
import { z } from 'zod';
import { uploadService } from '../index.ts';

/** A busy machine is no failure of what is tested. */
const patienceMs = 20_000;

/** What the neighbours of this service answer. */
export interface Neighbours {
  videoLimit: number;
  /** Why the person may not upload; empty when they may. */
  refusal: string;
  /** So many times they may, whatever the refusal: it came in between. */
  allowedBefore: number;
  /** Auth does not know them any more. */
  isDeleted: boolean;
  /** The video's summary, as chaptering has it. */
  summary: string;
}

type AccountEvent = 'auth.access-ended.v1' | 'auth.account-deleted.v1';

/** A running upload service between a scripted video host and scripted neighbours. */
export interface UploadUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof uploadRpc.UploadServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  readonly neighbours: Neighbours;
  /** Events of this service, in order. */
  readonly told: Message[];
  /** Sends a command as the gateway does. */
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { ownerId: string; videoId?: string },
  ): Promise<string>;
  /** Tells an event as a neighbour does; the same message as often as wanted. */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
    times?: number,
  ): Promise<void>;
  /** Says as auth does what became of an account; the same message as often as wanted. */
  accountEvent(type: AccountEvent, userId: string, times?: number): Promise<void>;
  webhook(type: string, data: Record<string, unknown>): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startUpload(options: { dataDir?: string } = {}): Promise<UploadUnderTest> {
  const host = await ScriptedVideoHost.start();
  const clock = new MovingClock();
  const neighbours: Neighbours = {
    ...{ videoLimit: 2, refusal: '', allowedBefore: 0, isDeleted: false, summary: '' },
  };
  const services = [uploadService, authSaying(neighbours), chapteringSaying(neighbours)];
  const running = await startTestServices(services, {
    env: { ...host.env, METRICS_PORT: '0' },
    clock,
    ...options,
  });
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(uploadRpc.UploadServiceService, rpcListenAddress, { deadlineMs: patienceMs });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const told: Message[] = [];
  const listening = await bus.subscribe({
    group: 'the-test',
    topics: [eventsTopic('upload')],
    handler: ({ message }) => Promise.resolve(void told.push(message)),
  });
  const client = rpc.methods;
  return {
    running,
    client,
    host,
    clock,
    neighbours,
    told,
    command: (type, data) => commands.send(type, data, { subject: data.videoId ?? data.ownerId }),
    event: async (type, data, times = 1) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      for (let time = 0; time < times; time += 1) await bus.publish(topicOf(type), [message]);
    },
    accountEvent: async (type, userId, times = 1) => {
      const reason = 'deactivated';
      const message =
        type === 'auth.access-ended.v1'
          ? createMessage({ type, source: 'auth', subject: userId, data: { userId, reason } })
          : createMessage({ type, source: 'auth', subject: userId, data: { userId } });
      for (let time = 0; time < times; time += 1) await bus.publish(eventsTopic('auth'), [message]);
    },
    webhook: (type, data) => client.receiveWebhook(host.webhook(type, data)),
    stop: async () => {
      rpc.close();
      await Promise.all([listening.close(), commands.close(), running.stop()]);
      await host.stop();
    },
  };
}

function authSaying(neighbours: Neighbours) {
  const rpc = { getEntitlement: authRpc.AuthServiceService.getEntitlement };
  @RpcController(rpc)
  class AuthGrpc {
    getEntitlement(): Promise<authRpc.Entitlement> {
      if (neighbours.isDeleted) return Promise.reject(AppError.notFound('The account'));
      const { videoLimit } = neighbours;
      const isStillAllowed = neighbours.allowedBefore > 0;
      if (isStillAllowed) neighbours.allowedBefore -= 1;
      const refusal = isStillAllowed ? '' : neighbours.refusal;
      return Promise.resolve({ isAllowed: refusal === '', msg: refusal, videoLimit });
    }
  }
  @Module({ controllers: [AuthGrpc] })
  class AuthModule {}
  return defineService({ name: 'auth', config: z.object({}), rpc, module: () => ({ module: AuthModule }) });
}

function chapteringSaying(neighbours: Neighbours) {
  const rpc = { getChapterSets: chapteringRpc.ChapteringServiceService.getChapterSets };
  @RpcController(rpc)
  class ChapteringGrpc {
    getChapterSets({
      videoIds,
    }: chapteringRpc.GetChapterSetsRequest): Promise<{ sets: chapteringRpc.ChapterSet[] }> {
      const { summary } = neighbours;
      const rest = {
        chapters: [],
        summary,
        vtt: '',
        version: 1,
        isGenerating: false,
        progress: 100,
        revision: 1,
        operations: [],
      };
      return Promise.resolve({ sets: videoIds.map((videoId) => ({ videoId, ...rest })) });
    }
  }
  @Module({ controllers: [ChapteringGrpc] })
  class ChapteringModule {}
  const module = () => ({ module: ChapteringModule });
  return defineService({
    name: 'chaptering',
    config: z.object({}),
    rpc: chapteringRpc.ChapteringServiceService,
    module,
  });
}
