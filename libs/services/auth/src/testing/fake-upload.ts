import { uploadRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const rpc = { getVideo: uploadRpc.UploadServiceService.getVideo };

/** A fake upload service with these video titles by `owner/id`. */
export function fakeUploadWith(titles: ReadonlyMap<string, string>): ServiceDefinition {
  @RpcController(rpc)
  class VideosGrpc {
    getVideo({ ownerId, anyId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const title = titles.get(`${ownerId}/${anyId}`);
      if (title === undefined) return Promise.reject(AppError.notFound('The video'));
      const empty = uploadRpc.Video.decode(new Uint8Array());
      return Promise.resolve({ ...empty, id: anyId, title });
    }
  }
  return fakeService('upload', rpc, VideosGrpc);
}
