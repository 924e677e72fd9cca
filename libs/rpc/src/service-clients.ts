import { Inject } from '@nestjs/common';
import {
  adminRpc,
  authRpc,
  chapteringRpc,
  clipRpc,
  portalRpc,
  searchRpc,
  uploadRpc,
} from '@vault/contracts/rpc';
import type { CallOptions, RpcClient, RpcDefinition } from './calls/rpc-types.ts';
import type { Rpc } from './rpc.ts';

const definitions = {
  admin: adminRpc.AdminServiceService,
  auth: authRpc.AuthServiceService,
  chaptering: chapteringRpc.ChapteringServiceService,
  clip: clipRpc.ClipServiceService,
  portal: portalRpc.PortalServiceService,
  search: searchRpc.SearchServiceService,
  upload: uploadRpc.UploadServiceService,
} as const;
type Called = keyof typeof definitions;

/** The client of a service, as {@link InjectClient} injects it. */
export type ClientOf<Service extends Called> = RpcClient<(typeof definitions)[Service]>;

const tokenOf = (service: Called) => Symbol.for(`the gRPC client for ${service}`);

/** Injects the client of another service. */
export const InjectClient = (service: Called) => Inject(tokenOf(service));

/** A client for each service by its injection token. Each opens its channel at its first call. */
export function clientValues(rpc: Rpc): [symbol, unknown][] {
  return Object.entries<RpcDefinition>(definitions).map(([name, definition]) => {
    const service = name as Called;
    const call = (method: string) => (request: never, options?: CallOptions) =>
      rpc.client(service, definition)[method]?.(request, options);
    const methods = Object.keys(definition).map((method) => [method, call(method)]);
    return [tokenOf(service), Object.fromEntries(methods)];
  });
}
