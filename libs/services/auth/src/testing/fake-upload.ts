import { uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const rpc = { getVideo: uploadRpc.UploadServiceService.getVideo };

/** A fake upload service with these video titles by `owner/id`. */
export function fakeUploadWith(titles: ReadonlyMap<string, string>): ServiceDefinition {
  @RpcController(rpc)
  class VideosGrpc {
    getVideo({ ownerId, videoId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const title = titles.get(`${ownerId}/${videoId}`);
      if (title === undefined) return Promise.reject(AppError.notFound('The video'));
      return Promise.resolve(aVideo({ id: videoId, title }));
    }
  }
  return fakeService('upload', rpc, VideosGrpc);
}
