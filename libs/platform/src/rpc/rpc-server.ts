import { ServerInterceptingCall, status, type ServerInterceptor, type ServerOptions } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { connectionOptions, type KeepAlive } from './rpc-channel.ts';
import { secretCheck, type RpcSecrets } from './rpc-credentials.ts';
import type { RpcObservation, RpcObserver } from './rpc-observer.ts';
import { codeOfStatus, ownersCode } from './rpc-status.ts';

export interface RpcServerSettings {
  readonly observer?: RpcObserver | undefined;
  /** A call must carry one of them; none by default. */
  readonly secrets?: RpcSecrets;
  readonly keepAlive?: KeepAlive;
  /** After how long a connection is replaced; two minutes by default. */
  readonly connectionAgeMs?: number;
}

/** The options of a gRPC server. Each server needs its own object, because the framework modifies it. */
export function serverOptions({
  observer,
  secrets = [],
  keepAlive,
  connectionAgeMs = 120_000,
}: RpcServerSettings = {}): ServerOptions {
  return {
    ...connectionOptions(keepAlive),
    // Clients reconnect through the name service, and so find new replicas. Running calls may finish.
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_connection_age_grace_ms': 30_000,
    interceptors: [interceptor(observer, secretCheck(secrets))],
  };
}

/** Probes may call it without the secret; it only reports whether this process is ready. */
const openPath = healthRpc.HealthService.check.path;

function interceptor(
  observer: RpcObserver | undefined,
  hasSecret: ReturnType<typeof secretCheck>,
): ServerInterceptor {
  return (method, call) => {
    const [, service = '', name = ''] = method.path.split('/');
    const begin = performance.now();
    // Streams are not observed, because their duration depends on the client.
    let isObserved = method.responseStream;
    const end = (code: RpcObservation['code']): void => {
      if (isObserved) return;
      isObserved = true;
      observer?.observe({
        side: 'server',
        service,
        method: name,
        code,
        seconds: (performance.now() - begin) / 1_000,
      });
    };
    let isCancelled = false;
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, receive) => {
            if (method.path === openPath || hasSecret(metadata)) receive(metadata);
            else {
              end('unauthenticated');
              call.sendStatus({
                code: status.UNAUTHENTICATED,
                details: 'This call has no secret, or a wrong one.',
              });
            }
          },
          // Cancellations that arrived while this process was busy are known one turn of the event loop later.
          onReceiveHalfClose: (begin) => {
            setImmediate(() => {
              if (!isCancelled && Number(call.getDeadline()) > Date.now()) begin();
            });
          },
          onCancel: () => {
            isCancelled = true;
            end('unavailable');
          },
        }),
      sendStatus: (sent, next) => {
        const owners = ownersCode(sent.metadata);
        // The owner has answered, so the client must not retry.
        if (owners) sent.metadata?.set('grpc-retry-pushback-ms', '-1');
        end(sent.code === status.OK ? 'ok' : (owners ?? codeOfStatus(sent.code)));
        next(sent);
      },
    });
  };
}
