import { randomUUID } from 'node:crypto';
import {
  createLogger,
  createMessage,
  defineService,
  hostConfig,
  OwnedCollection,
  RELAY,
  runServices,
  STORE,
  type Aggregate,
  type Message,
  type OutboxRelay,
} from '@vault/platform';
import { uploadService } from '@vault/upload-service';
import type { Servers } from '../../../e2e/src/testing/test-servers.ts';

interface Told extends Aggregate {
  uploadId: string;
  anyIds: string[];
  title: string;
  createdAt: Date;
}

type ToldModel = ConstructorParameters<typeof OwnedCollection<Told>>[0];

/** A service that changes documents and tells of it. */
export interface TellingService {
  /** An event, with an id of its own. */
  makeEvent(): Message;
  /** Changes the document that the event is about, together with the event in its outbox; resolves when that is stored. */
  change(event: Message): Promise<void>;
  stop(): Promise<void>;
}

class TellingModule {
  readonly name = 'telling';
}

const ownerId = randomUUID();
/** Taken in turn: one document after the other changes, as those of many users do. */
const videoIds = Array.from({ length: 50 }, () => randomUUID());
let next = 0;

/** Runs it in this process, with the documents of videos and nothing else of the service that owns them. */
export async function startTellingService(servers: Servers, namespace: string): Promise<TellingService> {
  const made = Promise.withResolvers<OwnedCollection<Told>>();
  const useFactory = (store: { model(name: string): ToldModel }, relay: OutboxRelay) => {
    made.resolve(new OwnedCollection<Told>(store.model('Video'), relay));
    return true;
  };
  const telling = defineService({
    name: 'upload',
    config: hostConfig,
    models: { ...uploadService.models },
    module: (platform) => ({
      module: TellingModule,
      imports: [platform],
      providers: [{ provide: 'documents', useFactory, inject: [STORE, RELAY] }],
    }),
  });
  const { KAFKA_BROKERS, MONGODB_URI: MONGO_URL } = servers;
  const running = await runServices([telling], {
    env: {
      KAFKA_BROKERS,
      MONGO_URL,
      NAMESPACE: namespace,
      PORT: '0',
      RPC_SECRET: 'nobody-is-asked'.padEnd(32, '.'),
    },
    logger: createLogger({ level: 'warn' }),
  });
  const documents = await made.promise;
  const title = 'A title';
  const createdAt = new Date();
  for (const _id of videoIds) {
    await documents.insert({ _id, ownerId, uploadId: _id, anyIds: [_id], title, createdAt });
  }
  return {
    makeEvent,
    change: async (event) => {
      await documents.change({ ownerId, _id: event.subject }, () => ({ set: { title }, events: [event] }));
    },
    stop: () => running.stop(),
  };
}

function makeEvent(): Message {
  const videoId = videoIds[next++ % videoIds.length] ?? '';
  const data = { videoId, ownerId, durationSeconds: 1 };
  return createMessage({ type: 'upload.video-ready.v1', source: 'upload', subject: videoId, data });
}
