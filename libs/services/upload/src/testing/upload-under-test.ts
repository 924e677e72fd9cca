import {
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
  eventsTopic,
  topicOf,
} from '@vault/contracts';
import { authRpc, chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { aChapterSet } from '@vault/contracts/testing';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import { AppError } from '@vault/base';
import { CommandBus, createMessage, type Message } from '@vault/messaging';
import { createRpcClient, RpcController, type RpcClient } from '@vault/rpc';
import { fakeService, startTestServices, type TestServices } from '@vault/platform/testing';
import { MovingClock } from '@vault/base/testing';
import { uploadService } from '../index.ts';

/** Long, so that a busy machine does not fail a test. */
const rpcDeadlineMs = 20_000;

/** The answers of the fake services. */
export interface FakeServices {
  videoLimit: number;
  /** Why the person may not upload; empty when they may. */
  refusal: string;
  /** Runs once, after auth has decided on an entitlement and before the answer arrives. */
  afterDecision: (() => Promise<void>) | undefined;
  /** Number of queries for an entitlement. */
  entitlementQueries: number;
  /** Sessions for which auth refuses an entitlement. */
  endedSessions: string[];
  /** People who have left the team. */
  readonly left: Set<string>;
  /** Auth has deleted the person. */
  isDeleted: boolean;
  /** The ids of the person's open sessions, as auth has them. */
  openSessions: string[];
  /** The video's summary, as chaptering has it. */
  summary: string;
  /** The owner of the chapters in chaptering; empty: whoever asks. */
  chaptersOf: string;
  /** Whether chaptering generates chapters of the video. */
  isGenerating: boolean;
  /** The owner's glossary, as chaptering has it; null while it does not answer. */
  terms: readonly string[] | null;
}

type AccountEvent = 'auth.access-ended.v1' | 'auth.account-deleted.v1' | 'auth.sessions-ended.v1';

/** A running upload service with a scripted video host and fake services. */
export interface UploadUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof uploadRpc.UploadServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  readonly fakes: FakeServices;
  /** The events that this service has published, in order. */
  readonly published: Message[];
  /** Sends a command as the gateway does. */
  command<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { ownerId: string; videoId?: string },
  ): Promise<{ version?: number | undefined }>;
  /** Publishes an event of another service, the same message `times` times. */
  event<Type extends EventType>(
    type: Type,
    data: MessageData<Type> & { videoId: string },
    times?: number,
  ): Promise<void>;
  /** Publishes an account event of auth, the same message `times` times. */
  accountEvent(type: AccountEvent, userId: string, times?: number, sessionId?: string): Promise<void>;
  /** Publishes that a person has another role in a team, or none. */
  memberEvent(ownerId: string, userId: string): Promise<void>;
  webhook(type: string, data: Record<string, unknown>): Promise<unknown>;
  /** The metrics page. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** @param options.host a video host that continues after this service; the caller stops it */
export async function startUpload(
  options: {
    dataDir?: string;
    host?: ScriptedVideoHost;
    env?: Readonly<Record<string, string>>;
    /** Set before the service reads its first message. */
    openSessions?: string[];
  } = {},
): Promise<UploadUnderTest> {
  const { dataDir } = options;
  const host = options.host ?? (await ScriptedVideoHost.start());
  const clock = new MovingClock();
  const fakes: FakeServices = {
    ...{ videoLimit: 2, refusal: '', isDeleted: false, openSessions: options.openSessions ?? [] },
    ...{ summary: '', chaptersOf: '', isGenerating: false, terms: [], left: new Set<string>() },
    ...{ afterDecision: undefined, entitlementQueries: 0, endedSessions: [] },
  };
  const services = [uploadService, fakeAuth(fakes), fakeChaptering(fakes)];
  const running = await startTestServices(services, {
    env: { ...host.env, METRICS_PORT: '0', ...options.env },
    clock,
    dataDir,
  });
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(uploadRpc.UploadServiceService, rpcListenAddress, {
    deadlineMs: rpcDeadlineMs,
  });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const published: Message[] = [];
  const subscription = await bus.subscribe({
    group: 'the-test',
    topics: [eventsTopic('upload')],
    handler: ({ message }) => Promise.resolve(void published.push(message)),
  });
  const client = rpc.methods;
  return {
    running,
    client,
    host,
    clock,
    fakes,
    published,
    command: (type, data) => commands.send(type, data, { subject: data.videoId ?? data.ownerId }),
    event: async (type, data, times = 1) => {
      const source = type.split('.')[0] as ServiceName;
      const message = createMessage({ type, data, source, subject: data.videoId });
      for (let time = 0; time < times; time += 1) await bus.publish(topicOf(type), [message]);
    },
    accountEvent: async (type, userId, times = 1, sessionId) => {
      const message = accountMessage(type, userId, sessionId);
      for (let time = 0; time < times; time += 1) await bus.publish(eventsTopic('auth'), [message]);
    },
    memberEvent: async (ownerId, userId) => {
      const type = 'auth.member-changed.v1';
      const message = createMessage({ type, source: 'auth', subject: userId, data: { ownerId, userId } });
      await bus.publish(eventsTopic('auth'), [message]);
    },
    webhook: (type, data) => client.receiveWebhook(host.webhook(type, data)),
    metrics: async () => (await fetch(`http://127.0.0.1:${String(running.metricsPort)}/metrics`)).text(),
    stop: async () => {
      rpc.close();
      await Promise.all([subscription.close(), commands.close(), running.stop()]);
      if (!options.host) await host.stop();
    },
  };
}

/** Why somebody may not upload to a team that they have left. */
export const leftTeam = 'You are no longer a member of Acme.';

/** An account event as auth publishes it. */
export function accountMessage(type: AccountEvent, userId: string, sessionId?: string): Message {
  const about = { source: 'auth', subject: userId } as const;
  switch (type) {
    case 'auth.access-ended.v1':
      return createMessage({ ...about, type, data: { userId, reason: 'deactivated' } });
    case 'auth.sessions-ended.v1':
      return createMessage({ ...about, type, data: { userId, sessionId } });
    case 'auth.account-deleted.v1':
      return createMessage({ ...about, type, data: { userId } });
  }
}

function fakeAuth(fakes: FakeServices) {
  const { getEntitlement, listSessions } = authRpc.AuthServiceService;
  const rpc = { getEntitlement, listSessions };
  @RpcController(rpc)
  class AuthGrpc {
    async getEntitlement(request: authRpc.EntitlementRequest): Promise<authRpc.Entitlement> {
      const { sessionId, userId } = request;
      fakes.entitlementQueries += 1;
      if (fakes.isDeleted) throw AppError.notFound('The account');
      if (sessionId !== undefined && fakes.endedSessions.includes(sessionId))
        throw new AppError('unauthenticated', 'Unauthorized');
      const { videoLimit, afterDecision } = fakes;
      const refusal = userId !== undefined && fakes.left.has(userId) ? leftTeam : fakes.refusal;
      fakes.afterDecision = undefined;
      await afterDecision?.();
      return { isAllowed: refusal === '', msg: refusal, videoLimit, portalLimit: 0 };
    }
    listSessions(): Promise<authRpc.UserSessions> {
      if (fakes.isDeleted) return Promise.reject(AppError.notFound('The account'));
      const rest = { createdAt: 0, lastSeenAt: 0, clientAddress: '', userAgent: '' };
      return Promise.resolve({ sessions: fakes.openSessions.map((id) => ({ id, ...rest })) });
    }
  }
  return fakeService('auth', rpc, AuthGrpc);
}

function fakeChaptering(fakes: FakeServices) {
  const { getChapterSets, getGlossary } = chapteringRpc.ChapteringServiceService;
  const rpc = { getChapterSets, getGlossary };
  @RpcController(rpc)
  class ChapteringGrpc {
    getChapterSets({
      ownerId,
      videoIds,
    }: chapteringRpc.GetChapterSetsRequest): Promise<{ sets: chapteringRpc.ChapterSet[] }> {
      const { summary, isGenerating, chaptersOf } = fakes;
      if (![ownerId, ''].includes(chaptersOf)) return Promise.resolve({ sets: [] });
      return Promise.resolve({
        sets: videoIds.map((videoId) => aChapterSet({ videoId, summary, isGenerating })),
      });
    }
    getGlossary(): Promise<chapteringRpc.Glossary> {
      // An answer that never comes.
      if (!fakes.terms) return new Promise(() => undefined);
      const terms = fakes.terms.map((term) => ({
        id: term,
        term,
        wrongForms: ['of it'],
        isCaseSensitive: false,
      }));
      return Promise.resolve({ terms, version: 1, offers: [] });
    }
  }
  return fakeService('chaptering', rpc, ChapteringGrpc);
}
