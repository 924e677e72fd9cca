import { randomUUID } from 'node:crypto';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import { createLogger, RELAY } from '@vault/base';
import { createMessage, type Message } from '@vault/messaging';
import { defineService, hostConfig, runServices } from '@vault/platform';
import { OwnedCollection, type Aggregate, type OutboxRelay } from '@vault/store';
import { uploadService } from '@vault/upload-service';
import type { Servers } from '../../../e2e/src/testing/stores/test-servers.ts';

interface VideoDocument extends Aggregate {
  uploadId: string;
  publicIds: string[];
  title: string;
  createdAt: Date;
}

type VideoModel = ConstructorParameters<typeof OwnedCollection<VideoDocument>>[0];

/** A service that changes documents and publishes events about the changes. */
export interface PublishingService {
  /** Makes a new event about one of the documents. */
  makeEvent(): Message;
  /** Changes the event's document and adds the event to its outbox; resolves when both are stored. */
  change(event: Message): Promise<void>;
  stop(): Promise<void>;
}

class PublishingModule {
  readonly name = 'publishing';
}

const ownerId = randomUUID();
/** Changed in turn, so that the load spreads over documents as with many users. */
const videoIds = Array.from({ length: 50 }, () => randomUUID());
let next = 0;

/** Runs it in this process under the name of the upload service, with its models but none of its handlers. */
export async function startPublishingService(
  servers: Servers,
  namespace: string,
): Promise<PublishingService> {
  const collectionReady = Promise.withResolvers<OwnedCollection<VideoDocument>>();
  const useFactory = (model: VideoModel, relay: OutboxRelay) => {
    collectionReady.resolve(new OwnedCollection<VideoDocument>(model, relay));
    return true;
  };
  const { models = [] } = uploadService;
  const publishing = defineService({
    name: 'upload',
    config: hostConfig,
    models,
    module: (platform) => ({
      module: PublishingModule,
      imports: [platform, MongooseModule.forFeature([...models], 'upload')],
      providers: [{ provide: 'documents', useFactory, inject: [getModelToken('Video', 'upload'), RELAY] }],
    }),
  });
  const { KAFKA_BROKERS, MONGODB_URI: MONGO_URL } = servers;
  const running = await runServices([publishing], {
    env: {
      KAFKA_BROKERS,
      MONGO_URL,
      NAMESPACE: namespace,
      PORT: '0',
      RPC_SECRET: 'unused'.padEnd(32, '.'),
    },
    logger: createLogger({ level: 'warn' }),
  });
  const documents = await collectionReady.promise;
  const title = 'A title';
  const createdAt = new Date();
  for (const _id of videoIds) {
    await documents.insert({ _id, ownerId, uploadId: _id, publicIds: [_id], title, createdAt });
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
