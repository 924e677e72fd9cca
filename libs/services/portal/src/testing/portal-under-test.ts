import { getConnectionToken } from '@nestjs/mongoose';
import { eventsTopic, type CommandType, type MessageData } from '@vault/contracts';
import { portalRpc, uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { MovingClock, until } from '@vault/base/testing';
import { CommandBus, createEvent } from '@vault/messaging';
import { fakeService, startTestServices, type TestServices } from '@vault/platform/testing';
import { createRpcClient, RpcController, type RpcClient } from '@vault/rpc';
import type { Connection } from 'mongoose';
import { portalService } from '../index.ts';
import { scriptedAuth } from './scripted-auth.ts';

/** Generous, because the machine may be busy. */
const deadlineMs = 20_000;

interface VideoOfTest {
  readonly ownerId: string;
  /** Of a recording of 60.4 s. */
  isPlayable?: boolean;
}

type AccessChange = MessageData<'portal.access-changed.v1'>;

/** A running portal service beside scripted upload and auth services. */
export interface PortalUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof portalRpc.PortalServiceService>;
  readonly clock: MovingClock;
  readonly store: Connection;
  /** By id. */
  readonly videos: Map<string, VideoOfTest>;
  /** Portals that the plan allows, by the id of the person; without one the account does not exist. */
  readonly portalLimits: Map<string, number>;
  /** What the service has published, oldest first. */
  readonly changes: AccessChange[];
  /** Called by upload after it has read a video. */
  onRead: () => Promise<unknown>;
  /** @param id of the message: the same one is a repeat */
  send<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { portalId: string },
    id?: string,
  ): Promise<void>;
  /** Makes the portal `p` of ada with the address `acme`, except for the given fields. */
  create(portal?: Partial<MessageData<'portal.create-portal.v1'>>): Promise<void>;
  share(span: Partial<MessageData<'portal.share-moment.v1'>>): Promise<void>;
  edit(change: MessageData<'portal.edit-moment.v1'>): Promise<void>;
  revoke(moment: MessageData<'portal.revoke-moment.v1'>): Promise<void>;
  /** All moments of an owner. */
  list(ownerId: string, videoId?: string): Promise<portalRpc.Moment[]>;
  deleteVideo(ownerId: string, videoId: string): Promise<void>;
  /** Gives the video to another owner in upload. @returns what publishes its event */
  moveVideo(videoId: string, toOwnerId: string): () => Promise<void>;
  deleteAccount(userId: string): Promise<void>;
  eventually<Answer>(read: () => Promise<Answer>, isExpected: (answer: Answer) => boolean): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startPortal(): Promise<PortalUnderTest> {
  const clock = new MovingClock();
  const videos = new Map<string, VideoOfTest>();
  const portalLimits = new Map<string, number>();
  const upload = scriptedUpload(videos, () => tested.onRead());
  const running = await startTestServices([portalService, upload, scriptedAuth(portalLimits)], { clock });
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(portalRpc.PortalServiceService, rpcListenAddress, { deadlineMs });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const changes: AccessChange[] = [];
  const subscription = await bus.subscribe({
    group: 'the-test',
    topics: [eventsTopic('portal')],
    handler: ({ message }) => Promise.resolve(void changes.push(message.data as AccessChange)),
  });
  const options = (subject: string) => ({ subject, deadlineMs });
  const tested: PortalUnderTest = {
    running,
    client: rpc.methods,
    clock,
    store: running.get(getConnectionToken('portal') as never),
    videos,
    portalLimits,
    changes,
    onRead: () => Promise.resolve(),
    send: async (type, data, id) => {
      await commands.send(type, data, { ...options(data.portalId), ...(id !== undefined && { id }) });
    },
    create: (fields) => {
      const data = { ownerId: 'ada', portalId: 'p', name: 'Acme', slug: 'acme', ...fields };
      return tested.send('portal.create-portal.v1', data);
    },
    share: async (span) => {
      const data = { ownerId: 'ada', videoId: 'v', kind: 'quote', start: 5, end: 9, ...span } as const;
      await commands.send('portal.share-moment.v1', data, options(data.videoId));
    },
    edit: async (change) => {
      await commands.send('portal.edit-moment.v1', change, options(change.momentId));
    },
    revoke: async (moment) => {
      await commands.send('portal.revoke-moment.v1', moment, options(moment.momentId));
    },
    list: async (ownerId, videoId) =>
      (await rpc.methods.listMoments({ ownerId, videoId, after: '' })).moments,
    deleteVideo: async (ownerId, videoId) => {
      videos.delete(videoId);
      const event = createEvent('upload.video-deleted.v1', videoId, { videoId, ownerId });
      await bus.publish(eventsTopic('upload'), [event]);
    },
    moveVideo: (videoId, ownerId) => {
      const { ownerId: fromOwnerId = '', ...video } = videos.get(videoId) ?? {};
      videos.set(videoId, { ...video, ownerId });
      const event = createEvent('upload.video-moved.v1', videoId, { videoId, ownerId, fromOwnerId });
      return () => bus.publish(eventsTopic('upload'), [event]);
    },
    deleteAccount: async (userId) => {
      const event = createEvent('auth.account-deleted.v1', userId, { userId });
      await bus.publish(eventsTopic('auth'), [event]);
    },
    eventually: (read, isExpected) => until(read, isExpected),
    stop: async () => {
      rpc.close();
      await Promise.all([subscription.close(), commands.close(), running.stop()]);
    },
  };
  return tested;
}

function scriptedUpload(videos: ReadonlyMap<string, VideoOfTest>, onRead: () => Promise<unknown>) {
  const { getVideo, getVideoOwners } = uploadRpc.UploadServiceService;
  const rpc = { getVideo, getVideoOwners };
  @RpcController(rpc)
  class UploadGrpc {
    getVideoOwners({ ids }: uploadRpc.GetVideoOwnersRequest): Promise<uploadRpc.VideoOwners> {
      const owners = ids.map((id) => ({ id, ownerId: videos.get(id)?.ownerId ?? '' }));
      return Promise.resolve({ owners: owners.filter(({ ownerId }) => ownerId !== '') });
    }

    async getVideo({ ownerId, videoId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const video = videos.get(videoId);
      await onRead();
      if (video?.ownerId !== ownerId) throw AppError.notFound('The video');
      const streamUrl = video.isPlayable === false ? '' : '/stream.m3u8';
      return aVideo({ id: videoId, streamUrl, durationSeconds: 60.4 });
    }
  }
  return fakeService('upload', rpc, UploadGrpc);
}
