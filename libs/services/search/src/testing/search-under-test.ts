import {
  eventsTopic,
  topicOf,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { searchRpc } from '@vault/contracts/rpc';
import { CommandBus, createMessage } from '@vault/messaging';
import { createRpcClient, type RpcClient } from '@vault/rpc';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import type { SearchedVideo } from '../domain/searched-video.ts';
import { searchService } from '../index.ts';
import { FakeServices } from './fake-services.ts';

/** Generous, because the machine may be busy. */
const deadlineMs = 20_000;

export interface SearchOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running search service with fakes of upload and chaptering. */
export interface SearchUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof searchRpc.SearchServiceService>;
  readonly fakes: FakeServices;
  /** Sets a video at upload and chaptering, without an event. */
  setVideo(ownerId: string, video: SearchedVideo, state?: string): void;
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<unknown>;
  /** Publishes an event. @returns a function that redelivers the same message */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<() => Promise<void>>;
  /** Publishes the deletion of an account, `times` times. */
  deleteAccount(userId: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startSearch(options: SearchOptions = {}): Promise<SearchUnderTest> {
  const fakes = new FakeServices();
  const running = await startTestServices([searchService, ...fakes.services()], options);
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(searchRpc.SearchServiceService, rpcListenAddress, { deadlineMs });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  return {
    running,
    client: rpc.methods,
    fakes,
    setVideo: (ownerId, video, state) => void fakes.videos.set(video.id, { ownerId, video, state }),
    command: (type, data) => commands.send(type, data, { subject: data.videoId }),
    event: async (type, data) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      const publish = () => bus.publish(topicOf(type), [message]);
      await publish();
      return publish;
    },
    deleteAccount: async (userId, times = 1) => {
      const about = { source: 'auth', subject: userId, data: { userId } } as const;
      const message = createMessage({ ...about, type: 'auth.account-deleted.v1' });
      for (let time = 0; time < times; time += 1) await bus.publish(eventsTopic('auth'), [message]);
    },
    stop: async () => {
      rpc.close();
      await Promise.all([commands.close(), running.stop()]);
    },
  };
}
