export { CorrelationInterceptor } from './correlation.interceptor.ts';
export { emptyReply } from './empty-reply.ts';
export { logCalls } from './log-calls.ts';
export { hasName, MutualTls } from './mutual-tls.ts';
export { retryWhileUnavailable } from './retry-while-unavailable.ts';
export { rpcConfig, rpcSecurityOf, rpcVariableOf } from './rpc.config.ts';
export { createRpcClient } from './rpc-client.ts';
export { RpcController } from './rpc-controller.ts';
export { RpcHealth } from './rpc-health.ts';
export type { RpcObserver } from './rpc-observer.ts';
export { isSocket, noSecurity, type RpcSecurity } from './rpc-security.ts';
export { serverOptions } from './rpc-server.ts';
export {
  type CallOptions,
  type RpcCall,
  type RpcClient,
  type RpcDefinition,
  type RpcHandlers,
  serviceNameOf,
} from './rpc-types.ts';
export { Rpc } from './rpc.ts';
export { type ClientOf, clientValues, InjectClient } from './service-clients.ts';
export { sharedSecret } from './shared-secret.ts';
