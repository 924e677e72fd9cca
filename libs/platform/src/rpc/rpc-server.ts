import { ServerInterceptingCall, status, type ServerInterceptor, type ServerOptions } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { connectionOptions, type KeepAlive } from './rpc-channel.ts';
import { secretCheck, type RpcSecrets } from './rpc-credentials.ts';
import type { RpcObservation, RpcObserver } from './rpc-observer.ts';
import { codeOfStatus, ownersCode } from './rpc-status.ts';

export interface RpcServerSettings {
  readonly observer?: RpcObserver | undefined;
  /** A caller must send one of them; none by default. */
  readonly secrets?: RpcSecrets;
  readonly keepAlive?: KeepAlive;
  /** When a connection is made anew; two minutes unless told. */
  readonly connectionAgeMs?: number;
}

/** Options of every gRPC server of ours. Each server needs its own: the framework adds to them. */
export function serverOptions({
  observer,
  secrets = [],
  keepAlive,
  connectionAgeMs = 120_000,
}: RpcServerSettings = {}): ServerOptions {
  return {
    ...connectionOptions(keepAlive),
    // Callers come back through the name service, and so find replicas that were added meanwhile. What runs gets to end.
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_connection_age_grace_ms': 30_000,
    interceptors: [interceptor(observer, secretCheck(secrets))],
  };
}

/** It says whether this process is ready, and no more: for probes, which know no secret. */
const openPath = healthRpc.HealthService.check.path;

function interceptor(
  observer: RpcObserver | undefined,
  isOurs: ReturnType<typeof secretCheck>,
): ServerInterceptor {
  return (method, call) => {
    const [, service = '', name = ''] = method.path.split('/');
    const begin = performance.now();
    // A stream lasts as long as its caller likes: that says nothing.
    let isOver = method.responseStream;
    const end = (code: RpcObservation['code']): void => {
      if (isOver) return;
      isOver = true;
      observer?.observe({
        side: 'server',
        service,
        method: name,
        code,
        seconds: (performance.now() - begin) / 1_000,
      });
    };
    let isGivenUp = false;
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, receive) => {
            if (method.path === openPath || isOurs(metadata)) receive(metadata);
            else {
              end('unauthenticated');
              call.sendStatus({
                code: status.UNAUTHENTICATED,
                details: 'This call shows no secret, or a wrong one.',
              });
            }
          },
          // One turn of the loop later, it is known who gave up while this process was busy: that is not begun.
          onReceiveHalfClose: (begin) => {
            setImmediate(() => {
              if (!isGivenUp && Number(call.getDeadline()) > Date.now()) begin();
            });
          },
          onCancel: () => {
            isGivenUp = true;
            end('unavailable');
          },
        }),
      sendStatus: (sent, next) => {
        const owners = ownersCode(sent.metadata);
        // Whoever owns the answer has given it: asking again would not change it.
        if (owners) sent.metadata?.set('grpc-retry-pushback-ms', '-1');
        end(sent.code === status.OK ? 'ok' : (owners ?? codeOfStatus(sent.code)));
        next(sent);
      },
    });
  };
}
