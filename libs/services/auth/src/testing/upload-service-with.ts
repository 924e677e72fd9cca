import { Module } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { AppError, defineService, RpcController, type ServiceDefinition } from '@vault/platform';
import { z } from 'zod';

const rpc = { getVideo: uploadRpc.UploadServiceService.getVideo };

/** An upload service that has these videos, by owner and id, with these titles. */
export function uploadServiceWith(titles: ReadonlyMap<string, string>): ServiceDefinition {
  @RpcController(rpc)
  class VideosGrpc {
    getVideo({ ownerId, anyId }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const title = titles.get(`${ownerId}/${anyId}`);
      if (title === undefined) return Promise.reject(AppError.notFound('The video'));
      const nothing = uploadRpc.Video.decode(new Uint8Array());
      return Promise.resolve({ ...nothing, id: anyId, title });
    }
  }
  @Module({ controllers: [VideosGrpc] })
  class UploadModule {}
  return defineService({
    name: 'upload',
    config: z.object({}),
    rpc,
    module: () => ({ module: UploadModule }),
  });
}
