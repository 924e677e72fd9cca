import {
  eventsTopic,
  topicOf,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { searchRpc } from '@vault/contracts/rpc';
import { CommandBus, createMessage, createRpcClient, type RpcClient } from '@vault/platform';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import type { SearchedVideo } from '../domain/searched-video.ts';
import { searchService } from '../index.ts';
import { Neighbours } from './neighbours.ts';

/** A busy machine is no failure of what is tested. */
const patienceMs = 20_000;

export interface SearchOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running search service between scripted neighbours. */
export interface SearchUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof searchRpc.SearchServiceService>;
  readonly neighbours: Neighbours;
  /** Sets what the owners of a video say of it, and tells nobody. */
  know(ownerId: string, video: SearchedVideo, state?: string): void;
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<string>;
  /** Tells an event; @returns how to tell the very same message again */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<() => Promise<void>>;
  /** Says that an account is gone, as often as wanted. */
  deleteAccount(userId: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startSearch(options: SearchOptions = {}): Promise<SearchUnderTest> {
  const neighbours = new Neighbours();
  const running = await startTestServices([searchService, ...neighbours.services()], options);
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(searchRpc.SearchServiceService, rpcListenAddress, { deadlineMs: patienceMs });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  return {
    running,
    client: rpc.methods,
    neighbours,
    know: (ownerId, video, state) => void neighbours.videos.set(video.id, { ownerId, video, state }),
    command: (type, data) => commands.send(type, data, { subject: data.videoId }),
    event: async (type, data) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      const tell = () => bus.publish(topicOf(type), [message]);
      await tell();
      return tell;
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
