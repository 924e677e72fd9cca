import { Injectable } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type MessageConsumer, type MessageHandlers } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { answering } from './answering.ts';

const { countVideosOf, listAllVideos, getVideosByIds, countAllVideos } = uploadRpc.UploadServiceService;
const rpc = { countVideosOf, listAllVideos, getVideosByIds, countAllVideos };

/** Upload as its contract has it, in memory. */
export class UploadOwner {
  readonly videos = new Map<string, uploadRpc.Video>();
  readonly asked: uploadRpc.ListAllVideosRequest[] = [];
  readonly retried: unknown[] = [];
  isAway = false;

  add(id: string, ownerId: string, fields: Partial<uploadRpc.Video> = {}): uploadRpc.Video {
    const video = { ...readyVideo, id, ownerId, assetId: `${id}-asset`, title: `Talk ${id}`, ...fields };
    this.videos.set(id, video);
    return video;
  }

  definition(): ServiceDefinition {
    const ask = <Answer>(answer: () => Answer): Answer => {
      if (this.isAway) throw AppError.unavailable();
      return answer();
    };
    const { videos, asked, retried } = this;
    const all = () => [...videos.values()];
    @RpcController(rpc)
    class UploadGrpc {
      countVideosOf({ ownerIds }: uploadRpc.CountVideosOfRequest) {
        return ask(() => {
          const counts = new Map<string, number>();
          for (const { ownerId = '' } of videos.values()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
          return { counts: ownerIds.map((ownerId) => ({ ownerId, videos: counts.get(ownerId) ?? 0 })) };
        });
      }
      listAllVideos(request: uploadRpc.ListAllVideosRequest) {
        return ask(() => {
          asked.push(request);
          const { q, state, orOwnerIds, limit } = request;
          const found = all().filter(
            (video) =>
              (state === '' || video.state === state) &&
              (video.title.includes(q) || orOwnerIds.includes(video.ownerId ?? '')),
          );
          return { videos: found.slice(0, limit || 20_000), total: found.length };
        });
      }
      getVideosByIds({ ids }: uploadRpc.GetVideosByIdsRequest) {
        return ask(() => ({ videos: ids.flatMap((id) => videos.get(id) ?? []) }));
      }
      countAllVideos() {
        return ask(() => ({ total: videos.size, failed: 0, stuck: 0, processing: 0 }));
      }
    }
    @Injectable()
    class UploadCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'upload.retry-step.v1': (data) => {
          if (videos.get(data.videoId)?.state !== 'failed')
            return Promise.reject(new AppError('conflict', 'There is nothing to try again for this video.'));
          return Promise.resolve(void retried.push(data));
        },
      };
    }
    return answering('upload', rpc, UploadGrpc, UploadCommands);
  }
}

const readyVideo: Omit<uploadRpc.Video, 'id' | 'assetId' | 'title'> = {
  ...{
    uploadId: 'upload',
    description: '',
    playbackId: 'p',
    captionsTrackId: 't',
    thumbnailUrl: '/thumb.jpg',
  },
  ...{ streamUrl: '', storyboardUrl: '', captionsUrl: '', downloadUrl: '', durationSeconds: 60.5 },
  ...{ createdAt: 1_795_000_000, state: 'ready', progress: 0, captionsState: 'ready', captionsReason: '' },
  failure: undefined,
};
