import { eventsTopic, type MessageData } from '@vault/contracts';
import { authRpc, chapteringRpc, clipRpc, uploadRpc } from '@vault/contracts/rpc';
import { aChapterSet, aVideo } from '@vault/contracts/testing';
import { ScriptedVideoHost, type ScriptedAsset } from '@vault/integrations/testing';
import { AppError } from '@vault/base';
import { CommandBus, createMessage, type Message } from '@vault/messaging';
import { createRpcClient, RpcController, type RpcClient } from '@vault/rpc';
import { fakeService, startTestServices, type TestServices } from '@vault/platform/testing';
import { MovingClock, until } from '@vault/base/testing';
import { plainLook } from '../domain/clip-identity.ts';
import { clipService } from '../index.ts';

/** Generous, because the machine may be busy. */
const deadlineMs = 20_000;

interface VideoOfTest {
  readonly ownerId: string;
  readonly id: string;
  readonly asset: ScriptedAsset;
}

/** A running clip service between a scripted video host and a scripted upload service. */
export interface ClipUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof clipRpc.ClipServiceService>;
  readonly host: ScriptedVideoHost;
  readonly clock: MovingClock;
  /** A video that plays, of 60.4 s. */
  addVideo(ownerId: string, id: string): VideoOfTest;
  /** Cuts as the gateway does; from 5 s to 9 s by default. */
  cut(ownerId: string, videoId: string, timeIn?: string, timeOut?: string): Promise<void>;
  /** Makes a clip as the gateway does. @returns its id */
  make(ownerId: string, videoId: string, clip?: Partial<NewClip>): Promise<string>;
  /** Deletes a clip as the gateway does. */
  delete(ownerId: string, videoId: string, clipId: string): Promise<void>;
  /** Why people may make no clips, as auth says; empty when they may. */
  readonly membership: { refusal: string };
  /** The WebVTT text of each video. */
  readonly transcripts: Map<string, string>;
  /** Delivers one message several times, as a broker does after a crash. */
  deliver(message: Message, times?: number): Promise<void>;
  find(ownerId: string, videoId: string, start?: number, end?: number): Promise<clipRpc.Clip>;
  /** Gives the video to another owner in upload. @returns what publishes its event */
  moveVideo(video: VideoOfTest, toOwnerId: string): () => Promise<void>;
  /** Removes the video from upload, and publishes its event. */
  deleteVideo(video: VideoOfTest): Promise<void>;
  /** Publishes the event of auth. */
  deleteAccount(userId: string): Promise<void>;
  /** Assets of the host that are clips, oldest first. */
  readonly clipsAtHost: () => ScriptedAsset[];
  /** Moves the clock until the answer is as wanted. */
  eventually<Answer>(
    read: () => Answer | Promise<Answer>,
    isWanted: (answer: Answer) => boolean,
  ): Promise<Answer>;
  stop(): Promise<void>;
}

type NewClip = Omit<MessageData<'clip.make-clip.v1'>, 'ownerId' | 'videoId'>;

export async function startClip({
  env,
  ...options
}: { dataDir?: string; env?: Record<string, string> } = {}): Promise<ClipUnderTest> {
  const host = await ScriptedVideoHost.start();
  const clock = new MovingClock();
  const videos = new Map<string, VideoOfTest>();
  const transcripts = new Map<string, string>();
  const membership = { refusal: '' };
  const services = [
    ...[clipService, scriptedAuth(membership)],
    ...[scriptedUpload(videos), scriptedChaptering(transcripts)],
  ];
  const running = await startTestServices(services, {
    env: { ...host.env, ...env },
    clock,
    ...options,
  });
  const { bus, rpcListenAddress } = running.infrastructure;
  const rpc = createRpcClient(clipRpc.ClipServiceService, rpcListenAddress, { deadlineMs });
  const commands = new CommandBus(bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const clipsAtHost = () => [...host.assets.values()].filter(({ passthrough }) => passthrough !== undefined);
  return {
    running,
    client: rpc.methods,
    host,
    clock,
    membership,
    clipsAtHost,
    transcripts,
    addVideo: (ownerId, id) => {
      const asset = host.addAsset();
      host.finish(asset, 60.4);
      const video = { ownerId, id, asset };
      videos.set(id, video);
      return video;
    },
    cut: async (ownerId, videoId, timeIn = '00:00:05', timeOut = '00:00:09') => {
      await commands.send('clip.cut-clip.v1', { ownerId, videoId, timeIn, timeOut }, { subject: videoId });
    },
    make: async (ownerId, videoId, clip) => {
      const data = { ownerId, videoId, from: 5.2, to: 9.45, ...plainLook, ...clip };
      return (await commands.send('clip.make-clip.v1', data, { subject: videoId })).id ?? '';
    },
    delete: async (ownerId, videoId, clipId) => {
      await commands.send('clip.delete-clip.v1', { ownerId, videoId, clipId }, { subject: videoId });
    },
    deliver: async (message, times = 1) => {
      for (let time = 0; time < times; time += 1) await bus.publish('clip.commands', [message]);
    },
    find: (ownerId, videoId, start = 5, end = 9) => rpc.methods.findClip({ ownerId, videoId, start, end }),
    moveVideo: ({ ownerId: fromOwnerId, id, asset }, ownerId) => {
      videos.set(id, { ownerId, id, asset });
      const data = { videoId: id, ownerId, fromOwnerId };
      const message = createMessage({ type: 'upload.video-moved.v1', source: 'upload', subject: id, data });
      return () => bus.publish(eventsTopic('upload'), [message]);
    },
    deleteVideo: async ({ ownerId, id }) => {
      videos.delete(id);
      const data = { ownerId, videoId: id };
      const message = createMessage({ type: 'upload.video-deleted.v1', source: 'upload', subject: id, data });
      await bus.publish(eventsTopic('upload'), [message]);
    },
    deleteAccount: async (userId) => {
      const about = { source: 'auth', subject: userId, data: { userId } } as const;
      const message = createMessage({ ...about, type: 'auth.account-deleted.v1' });
      await bus.publish(eventsTopic('auth'), [message]);
    },
    eventually: (read, isWanted) =>
      until(() => {
        clock.passSeconds(1);
        return read();
      }, isWanted),
    stop: async () => {
      rpc.close();
      await Promise.all([commands.close(), running.stop()]);
      await host.stop();
    },
  };
}

function scriptedAuth(membership: { readonly refusal: string }) {
  const rpc = { getEntitlement: authRpc.AuthServiceService.getEntitlement };
  @RpcController(rpc)
  class AuthGrpc {
    getEntitlement(): Promise<authRpc.Entitlement> {
      const { refusal: msg } = membership;
      return Promise.resolve({ isAllowed: msg === '', msg, videoLimit: 2, portalLimit: 0 });
    }
  }
  return fakeService('auth', rpc, AuthGrpc);
}

function scriptedUpload(videos: ReadonlyMap<string, VideoOfTest>) {
  const { getVideo, getVideoOwners } = uploadRpc.UploadServiceService;
  const rpc = { getVideo, getVideoOwners };
  @RpcController(rpc)
  class UploadGrpc {
    getVideoOwners({ ids }: uploadRpc.GetVideoOwnersRequest): Promise<uploadRpc.VideoOwners> {
      const found = ids.flatMap((id) => videos.get(id) ?? []);
      return Promise.resolve({ owners: found.map(({ id, ownerId }) => ({ id, ownerId })) });
    }
    getVideo({ ownerId, videoId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const video = videos.get(videoId);
      if (video?.ownerId !== ownerId) return Promise.reject(AppError.notFound('The video'));
      const isPlayable = video.asset.status === 'ready';
      return Promise.resolve(
        aVideo({
          id: video.id,
          assetId: video.asset.id,
          streamUrl: isPlayable ? 'stream' : '',
          durationSeconds: video.asset.duration ?? 0,
        }),
      );
    }
  }
  return fakeService('upload', rpc, UploadGrpc);
}

function scriptedChaptering(transcripts: ReadonlyMap<string, string>) {
  const rpc = { getChapterSets: chapteringRpc.ChapteringServiceService.getChapterSets };
  @RpcController(rpc)
  class ChapteringGrpc {
    getChapterSets({ videoIds: [videoId = ''], timedSpan }: chapteringRpc.GetChapterSetsRequest) {
      const words = transcripts.get(videoId) ?? '';
      const vtt = timedSpan ? words : words.replaceAll(/<[\d:.]+>/g, '');
      return Promise.resolve({ sets: [aChapterSet({ videoId, vtt })] });
    }
  }
  return fakeService('chaptering', rpc, ChapteringGrpc);
}
