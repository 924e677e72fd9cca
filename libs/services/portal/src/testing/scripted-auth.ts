import { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { fakeService } from '@vault/platform/testing';
import { RpcController } from '@vault/rpc';

/** @param portalLimits by the id of the person; without one the account does not exist */
export function scriptedAuth(portalLimits: ReadonlyMap<string, number>) {
  const rpc = { getEntitlement: authRpc.AuthServiceService.getEntitlement };
  @RpcController(rpc)
  class AuthGrpc {
    getEntitlement({ ownerId }: authRpc.EntitlementRequest): Promise<authRpc.Entitlement> {
      const portalLimit = portalLimits.get(ownerId);
      if (portalLimit === undefined) return Promise.reject(AppError.notFound('The account'));
      return Promise.resolve({ isAllowed: true, msg: '', videoLimit: 0, portalLimit });
    }
  }
  return fakeService('auth', rpc, AuthGrpc);
}
