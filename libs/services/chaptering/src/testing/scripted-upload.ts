import { uploadRpc } from '@vault/contracts/rpc';
import { aVideo } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

/** An upload service that has these fields of videos and nothing else. @param videos by `owner/video` */
export function scriptedUploadService(
  videos: ReadonlyMap<string, Partial<uploadRpc.Video>>,
): ServiceDefinition {
  const { getVideo, getVideoOwners } = uploadRpc.UploadServiceService;
  const rpc = { getVideo, getVideoOwners };
  @RpcController(rpc)
  class UploadGrpc {
    getVideoOwners({ ids }: uploadRpc.GetVideoOwnersRequest): Promise<uploadRpc.VideoOwners> {
      const known = [...videos.keys()].map((name) => name.split('/') as [string, string]);
      const owners = known.map(([ownerId, id]) => ({ id, ownerId })).filter(({ id }) => ids.includes(id));
      return Promise.resolve({ owners });
    }
    getVideo({ ownerId, videoId: id }: uploadRpc.VideoRequest): Promise<uploadRpc.Video> {
      const video = videos.get(`${ownerId}/${id}`);
      if (!video) return Promise.reject(AppError.notFound('The video'));
      return Promise.resolve(aVideo({ id, ...video }));
    }
  }
  return fakeService('upload', rpc, UploadGrpc);
}
