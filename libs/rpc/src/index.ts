export { CorrelationInterceptor } from './server/correlation.interceptor.ts';
export { emptyReply } from './server/empty-reply.ts';
export { logCalls } from './server/log-calls.ts';
export { hasName, MutualTls } from './security/mutual-tls.ts';
export { retryWhileUnavailable } from './client/retry-while-unavailable.ts';
export { rpcConfig, rpcSecurityOf, rpcVariableOf } from './rpc.config.ts';
export { createRpcClient } from './client/rpc-client.ts';
export { RpcController } from './server/rpc-controller.ts';
export { RpcHealth } from './server/rpc-health.ts';
export type { RpcObserver } from './calls/rpc-observer.ts';
export { isSocket, noSecurity, type RpcSecurity } from './security/rpc-security.ts';
export { serverOptions } from './server/rpc-server.ts';
export {
  type CallOptions,
  type RpcCall,
  type RpcClient,
  type RpcDefinition,
  type RpcHandlers,
  serviceNameOf,
} from './calls/rpc-types.ts';
export { Rpc } from './rpc.ts';
export { type ClientOf, clientValues, InjectClient } from './service-clients.ts';
export { sharedSecret } from './security/shared-secret.ts';
export { type Gift, VideoOwners } from './video-owners.ts';
