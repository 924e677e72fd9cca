import {
  eventsTopic,
  topicOf,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import type { TextWriter } from '@vault/integrations';
import { ScriptedVideoHost, type ScriptedLanguageModel } from '@vault/integrations/testing';
import {
  CommandBus,
  createMessage,
  createRpcClient,
  STORE,
  type Message,
  type RpcClient,
} from '@vault/platform';
import { MovingClock, startTestServices, type TestServices } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { TEXT_WRITER } from '../chaptering.tokens.ts';
import { chapteringService } from '../index.ts';
import { authSaying, ScriptedAuth } from './scripted-auth.ts';
import { ScriptedTextWriter } from './scripted-text-writer.ts';
import { uploadKnowing } from './scripted-upload.ts';

/** A busy machine is no failure of what is tested. */
const patienceMs = 20_000;

type AccountEvent = 'auth.access-ended.v1' | 'auth.account-deleted.v1';

/** A running chaptering service between a scripted video host, a scripted auth service and a scripted writer. */
export interface ChapteringUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof chapteringRpc.ChapteringServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  readonly auth: ScriptedAuth;
  readonly writer: ScriptedTextWriter;
  /** What upload knows beside the videos that have chapters: `owner/video`. */
  readonly videos: Set<string>;
  readonly store: Connection;
  /** Events of this service, in order. */
  readonly told: Message[];
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<string>;
  /** Sends a command and waits for nothing; @returns how to send the very same again */
  send<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
    id: string,
  ): Promise<() => Promise<void>>;
  /** Tells an event; @returns how to tell the very same message again */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<() => Promise<void>>;
  /** Says as auth does what became of an account; @returns how to say the very same again */
  accountEvent(type: AccountEvent, userId: string): Promise<() => Promise<void>>;
  /** What a scraper reads now of series whose names begin so. */
  counted(prefix: string): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

interface ChapteringOptions {
  readonly dataDir?: string;
  /** Writes through the service's own writer; `writer` is out of the way then. */
  readonly model?: ScriptedLanguageModel;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startChaptering(options: ChapteringOptions = {}): Promise<ChapteringUnderTest> {
  const { dataDir, model } = options;
  const host = await ScriptedVideoHost.start();
  const clock = new MovingClock();
  const auth = new ScriptedAuth();
  const writer = new ScriptedTextWriter();
  const videos = new Set<string>();
  const own = model ? chapteringService : writtenBy(writer);
  const services = [own, authSaying(auth), uploadKnowing(videos)];
  const env = { METRICS_PORT: '0', ...host.env, ...model?.env, ...options.env };
  const running = await startTestServices(services, { env, clock, ...(dataDir && { dataDir }) });
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
    auth,
    writer,
    videos,
    store: running.get<Connection>(STORE as never),
    told,
    command: (type, data) => commands.send(type, data, { subject: data.videoId }),
    send: async (type, data, id) => {
      const message = createMessage({ type, data, source: 'gateway', subject: data.videoId, id });
      const tell = () => bus.publish(topicOf(type), [message]);
      await tell();
      return tell;
    },
    event: async (type, data) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      const tell = () => bus.publish(topicOf(type), [message]);
      await tell();
      return tell;
    },
    accountEvent: async (type, userId) => {
      const about = { source: 'auth', subject: userId } as const;
      const message =
        type === 'auth.access-ended.v1'
          ? createMessage({ ...about, type, data: { userId, reason: 'deactivated' } })
          : createMessage({ ...about, type, data: { userId } });
      const tell = () => bus.publish(eventsTopic('auth'), [message]);
      await tell();
      return tell;
    },
    counted: async (prefix) => {
      const response = await fetch(`http://127.0.0.1:${String(running.metricsPort)}/metrics`);
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith(prefix));
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
      );
    },
    stop: async () => {
      rpc.close();
      await Promise.all([listening.close(), commands.close(), running.stop()]);
      await host.stop();
    },
  };
}

/** The service with a writer of the test in the place of its own. */
function writtenBy(writer: TextWriter): typeof chapteringService {
  return {
    ...chapteringService,
    module: (platform) => {
      const { providers = [], ...rest } = chapteringService.module(platform);
      return { ...rest, providers: [...providers, { provide: TEXT_WRITER, useValue: writer }] };
    },
  };
}
