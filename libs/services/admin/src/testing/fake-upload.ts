import { Injectable } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const { countVideosOf, listAllVideos, getVideosByIds, countAllVideos } = uploadRpc.UploadServiceService;
const rpc = { countVideosOf, listAllVideos, getVideosByIds, countAllVideos };

/** An in-memory fake of upload. */
export class FakeUpload {
  readonly videos = new Map<string, uploadRpc.Video>();
  readonly listRequests: uploadRpc.ListAllVideosRequest[] = [];
  readonly retried: unknown[] = [];
  /** Videos that are retried by somebody else at the same time. */
  readonly refused = new Set<string>();
  isUnavailable = false;
  /** What does not work in its process because of a wrong setting. */
  readonly wrongSettings: string[] = [];

  add(id: string, ownerId: string, fields: Partial<uploadRpc.Video> = {}): uploadRpc.Video {
    const video = aVideo({ id, ownerId, title: `Talk ${id}`, ...fields });
    this.videos.set(id, video);
    return video;
  }

  definition(): ServiceDefinition {
    const reply = <Answer>(answer: () => Answer): Answer => {
      if (this.isUnavailable) throw AppError.unavailable();
      return answer();
    };
    const { videos, listRequests, retried, refused, wrongSettings } = this;
    const all = () => [...videos.values()];
    @RpcController(rpc)
    class UploadGrpc {
      countVideosOf({ ownerIds }: uploadRpc.CountVideosOfRequest) {
        return reply(() => {
          const counts = new Map<string, number>();
          for (const { ownerId = '' } of videos.values()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
          return { counts: ownerIds.map((ownerId) => ({ ownerId, videos: counts.get(ownerId) ?? 0 })) };
        });
      }
      listAllVideos(request: uploadRpc.ListAllVideosRequest) {
        return reply(() => {
          listRequests.push(request);
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
        return reply(() => ({ videos: ids.flatMap((id) => videos.get(id) ?? []) }));
      }
      countAllVideos() {
        return reply(() => ({ total: videos.size, failed: 0, stuck: 0, processing: 0, wrongSettings }));
      }
    }
    @Injectable()
    class UploadCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'upload.retry-step.v1': (data) => {
          if (videos.get(data.videoId)?.state !== 'failed' || refused.has(data.videoId))
            return Promise.reject(new AppError('conflict', 'No step of this video can be retried.'));
          return Promise.resolve(void retried.push(data));
        },
      };
    }
    return fakeService('upload', rpc, UploadGrpc, UploadCommands);
  }
}
