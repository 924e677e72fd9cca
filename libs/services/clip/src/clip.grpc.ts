import { clipRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type RpcHandlers } from '@vault/platform';

@RpcController(clipRpc.ClipServiceService)
export class ClipGrpc implements RpcHandlers<typeof clipRpc.ClipServiceService> {
  findClip(): Promise<clipRpc.Clip> {
    return Promise.reject(AppError.notFound('The clip'));
  }
}
