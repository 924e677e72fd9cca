import assert from 'node:assert/strict';
import type { Provider } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import {
  eventsTopic,
  topicOf,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { chapteringRpc, type uploadRpc } from '@vault/contracts/rpc';
import { ScriptedVideoHost, type ScriptedLanguageModel } from '@vault/integrations/testing';
import { CommandBus, createMessage, type Message } from '@vault/messaging';
import { createRpcClient, type RpcClient } from '@vault/rpc';
import { MovingClock } from '@vault/base/testing';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { chapteringModule } from '../chaptering.module.ts';
import { POLL_MS, TEXT_WRITER } from '../config/chaptering.tokens.ts';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { chapteringService } from '../index.ts';
import { scriptedAuthService, ScriptedAuth } from './scripted-auth.ts';
import { ScriptedTextWriter } from './scripted-text-writer.ts';
import { scriptedUploadService } from './scripted-upload.ts';

/** Generous, because the machine may be busy. */
const deadlineMs = 20_000;
const neverMs = 60 * 60 * 1_000;

type AccountEvent = 'auth.access-ended.v1' | 'auth.account-deleted.v1';

/** A running chaptering service between a scripted video host, a scripted auth service and a scripted writer. */
export interface ChapteringUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof chapteringRpc.ChapteringServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  readonly auth: ScriptedAuth;
  readonly writer: ScriptedTextWriter;
  /** What upload knows of videos, by `owner/video`. */
  readonly videos: Map<string, Partial<uploadRpc.Video>>;
  readonly store: Connection;
  /** The events that this service has published, in order. */
  readonly published: Message[];
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<string>;
  /** Sends a command without waiting for its outcome. @returns a function that redelivers the same message */
  send<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
    id: string,
  ): Promise<() => Promise<void>>;
  /** Publishes an event. @returns a function that redelivers the same message */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
  ): Promise<() => Promise<void>>;
  /** Publishes an event of auth. @returns a function that redelivers the same message */
  accountEvent(type: AccountEvent, userId: string): Promise<() => Promise<void>>;
  /** The current values of the metric series with this prefix. */
  counted(prefix: string): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

interface ChapteringOptions {
  /** The poll interval of the worker. By default it never polls: what wakes it has to suffice. */
  readonly pollMs?: number;
  readonly dataDir?: string;
  /** Uses the text writer of the service with this model, instead of `writer`. */
  readonly model?: ScriptedLanguageModel;
  readonly env?: Readonly<Record<string, string>>;
}

/** Fails when a set differs from an earlier one of its revision: whoever has read that one would miss the change. */
function withRevisionsChecked(client: ChapteringUnderTest['client']): ChapteringUnderTest['client'] {
  const answered = new Map<string, string>();
  return {
    ...client,
    getChapterSets: async (request, options) => {
      const answer = await client.getChapterSets(request, options);
      for (const set of answer.sets) {
        const key = JSON.stringify([request, set.videoId, set.revision]);
        // Other captions are stored just before the set, whose revision then rises.
        const text = JSON.stringify({ ...set, vtt: '', recognisedVtt: '' });
        assert.equal(text, answered.get(key) ?? text);
        answered.set(key, text);
      }
      return answer;
    },
  };
}

export async function startChaptering(options: ChapteringOptions = {}): Promise<ChapteringUnderTest> {
  const { dataDir, model } = options;
  const host = await ScriptedVideoHost.start();
  const clock = new WakingClock();
  const auth = new ScriptedAuth();
  const writer = new ScriptedTextWriter();
  const videos = new Map<string, Partial<uploadRpc.Video>>();
  const provided = [{ provide: POLL_MS, useValue: options.pollMs ?? neverMs }];
  const own = withProviders(model ? provided : [...provided, { provide: TEXT_WRITER, useValue: writer }]);
  const services = [own, scriptedAuthService(auth), scriptedUploadService(videos)];
  const env = { METRICS_PORT: '0', ...host.env, ...model?.env, ...options.env };
  const running = await startTestServices(services, { env, clock, ...(dataDir && { dataDir }) });
  const { work } = running.get(ChapterSetRepository);
  clock.onPass = () => work.emit('due', new Date(0));
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(chapteringRpc.ChapteringServiceService, rpcListenAddress, {
    deadlineMs,
  });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const published: Message[] = [];
  const listening = await bus.subscribe({
    group: 'the-test',
    topics: [eventsTopic('chaptering')],
    handler: ({ message }) => Promise.resolve(void published.push(message)),
  });
  return {
    running,
    client: withRevisionsChecked(rpc.methods),
    host,
    clock,
    auth,
    writer,
    videos,
    store: running.get<Connection>(getConnectionToken('chaptering') as never),
    published,
    command: async (type, data) => {
      const { commandId } = await commands.send(type, data, { subject: data.videoId });
      return commandId;
    },
    send: async (type, data, id) => {
      const message = createMessage({ type, data, source: 'gateway', subject: data.videoId, id });
      const publish = () => bus.publish(topicOf(type), [message]);
      await publish();
      return publish;
    },
    event: async (type, data) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      const publish = () => bus.publish(topicOf(type), [message]);
      await publish();
      return publish;
    },
    accountEvent: async (type, userId) => {
      const about = { source: 'auth', subject: userId } as const;
      const message =
        type === 'auth.access-ended.v1'
          ? createMessage({ ...about, type, data: { userId, reason: 'deactivated' } })
          : createMessage({ ...about, type, data: { userId } });
      const publish = () => bus.publish(eventsTopic('auth'), [message]);
      await publish();
      return publish;
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

/** Timers do not see that this clock moves ahead: it wakes the worker instead. */
class WakingClock extends MovingClock {
  onPass = (): void => undefined;

  override passSeconds(seconds: number): void {
    super.passSeconds(seconds);
    this.onPass();
  }
}

/** The service with some providers of the test. */
function withProviders(provided: readonly Provider[]): typeof chapteringService {
  return {
    ...chapteringService,
    module: { ...chapteringModule, providers: [...chapteringModule.providers, ...provided] },
  };
}
