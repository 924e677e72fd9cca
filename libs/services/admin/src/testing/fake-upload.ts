import { Injectable } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const { getVideosByIds } = uploadRpc.UploadServiceService;

/** An in-memory fake of upload. */
export class FakeUpload {
  readonly videos = new Map<string, uploadRpc.Video>();
  readonly retried: unknown[] = [];
  /** Videos that are retried by somebody else at the same time. */
  readonly refused = new Set<string>();

  add(id: string, ownerId: string, fields: Partial<uploadRpc.Video> = {}): uploadRpc.Video {
    const video = aVideo({ id, ownerId, title: `Talk ${id}`, ...fields });
    this.videos.set(id, video);
    return video;
  }

  definition(): ServiceDefinition {
    const { videos, retried, refused } = this;
    @RpcController({ getVideosByIds })
    class UploadGrpc {
      getVideosByIds({ ids }: uploadRpc.GetVideosByIdsRequest) {
        return { videos: ids.flatMap((id) => videos.get(id) ?? []) };
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
    return fakeService('upload', { getVideosByIds }, UploadGrpc, UploadCommands);
  }
}
