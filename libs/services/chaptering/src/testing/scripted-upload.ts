import { uploadRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

/** An upload service that has the ids of videos and nothing else. @param videos `owner/video` */
export function scriptedUploadService(videos: ReadonlySet<string>): ServiceDefinition {
  const rpc = { getVideo: uploadRpc.UploadServiceService.getVideo };
  @RpcController(rpc)
  class UploadGrpc {
    getVideo({ ownerId, videoId: id }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      if (!videos.has(`${ownerId}/${id}`)) return Promise.reject(AppError.notFound('The video'));
      return Promise.resolve({ ...uploadRpc.Video.decode(new Uint8Array()), id });
    }
  }
  return fakeService('upload', rpc, UploadGrpc);
}
