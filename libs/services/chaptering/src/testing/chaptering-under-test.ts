import { Module } from '@nestjs/common';
import {
  eventsTopic,
  topicOf,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { authRpc, chapteringRpc } from '@vault/contracts/rpc';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import {
  AppError,
  CommandBus,
  createMessage,
  createRpcClient,
  defineService,
  RpcController,
  STORE,
  type Message,
  type RpcClient,
} from '@vault/platform';
import { MovingClock, startTestServices, type TestServices } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { chapteringService } from '../index.ts';

/** A busy machine is no failure of what is tested. */
const patienceMs = 20_000;

/** What the auth service answers. */
export interface Settings {
  quoteCount: number;
  isAway: boolean;
}

/** A running chaptering service between a scripted video host and a scripted auth service. */
export interface ChapteringUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof chapteringRpc.ChapteringServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  readonly settings: Settings;
  readonly store: Connection;
  /** Events of this service, in order. */
  readonly told: Message[];
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<string>;
  /** Tells an event; @returns how to tell the very same message again */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export async function startChaptering(): Promise<ChapteringUnderTest> {
  const host = await ScriptedVideoHost.start();
  const clock = new MovingClock();
  const settings: Settings = { quoteCount: 1, isAway: false };
  const services = [chapteringService, authSaying(settings)];
  const running = await startTestServices(services, { env: host.env, clock });
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(chapteringRpc.ChapteringServiceService, rpcListenAddress, {
    deadlineMs: patienceMs,
  });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const told: Message[] = [];
  const listening = await bus.subscribe({
    group: 'the-test',
    topics: [eventsTopic('chaptering')],
    handler: ({ message }) => Promise.resolve(void told.push(message)),
  });
  return {
    running,
    client: rpc.methods,
    host,
    clock,
    settings,
    store: running.get<Connection>(STORE as never),
    told,
    command: (type, data) => commands.send(type, data, { subject: data.videoId }),
    event: async (type, data) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      const tell = () => bus.publish(topicOf(type), [message]);
      await tell();
      return tell;
    },
    stop: async () => {
      await listening.close();
      await commands.close();
      rpc.close();
      await running.stop();
      await host.stop();
    },
  };
}

function authSaying(settings: Settings) {
  const rpc = { getSettings: authRpc.AuthServiceService.getSettings };
  @RpcController(rpc)
  class AuthGrpc {
    getSettings(): Promise<authRpc.Settings> {
      const { quoteCount, isAway } = settings;
      if (isAway) return Promise.reject(AppError.unavailable());
      return Promise.resolve({ customPrompt: '', quoteCount, baseSearchPrompt: '' });
    }
  }
  @Module({ controllers: [AuthGrpc] })
  class AuthModule {}
  return defineService({ name: 'auth', config: z.object({}), rpc, module: () => ({ module: AuthModule }) });
}
