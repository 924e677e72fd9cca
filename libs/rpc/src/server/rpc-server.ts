import {
  ServerInterceptingCall,
  status,
  type Metadata,
  type ServerInterceptor,
  type ServerInterceptingCallInterface,
  type ServerOptions,
} from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import type { Logger } from '@vault/base';
import { connectionOptions, type KeepAlive } from '../calls/rpc-channel.ts';
import type { RpcObservation, RpcObserver } from '../calls/rpc-observer.ts';
import { noSecurity, type RpcSecurity } from '../security/rpc-security.ts';
import { codeOfStatus, ownersCode } from '../calls/rpc-status.ts';

export interface RpcServerSettings {
  readonly observer?: RpcObserver | undefined;
  /** Logs each refused call. */
  readonly logger?: Logger;
  /** How callers are authenticated; not at all by default. */
  readonly security?: RpcSecurity;
  readonly keepAlive?: KeepAlive;
  /** After how long a connection is replaced; two minutes by default. */
  readonly connectionAgeMs?: number;
}

/** The options of a gRPC server. Each server needs its own object, because the framework modifies it. */
export function serverOptions({
  keepAlive,
  connectionAgeMs = 120_000,
  ...settings
}: RpcServerSettings = {}): ServerOptions {
  return {
    ...connectionOptions(keepAlive),
    // Clients reconnect through the name service, and so find new replicas. Running calls may finish.
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_connection_age_grace_ms': 30_000,
    interceptors: [interceptor(settings)],
  };
}

/** Probes may call it without the secret; it only reports whether this process is ready. */
const openPath = healthRpc.HealthService.check.path;

/** The certificates by connection: reading one takes longer than the rest of a small call. */
const certificates = new WeakMap<object, Buffer>();

/** @returns the same buffer for each call of a connection */
function certificateOf(call: ServerInterceptingCallInterface): Buffer | undefined {
  // gRPC does not show the connection of a call. Without this field, the certificate is read for each call.
  const { session } = (call as { stream?: { session?: object } }).stream ?? {};
  const cached = session && certificates.get(session);
  if (cached) return cached;
  const certificate = call.getAuthContext().sslPeerCertificate?.raw;
  if (session && certificate) certificates.set(session, certificate);
  return certificate;
}

function interceptor({ observer, logger, security = noSecurity }: RpcServerSettings): ServerInterceptor {
  return (method, call) => {
    const refusalOf = (metadata: Metadata) => {
      const { path } = method;
      if (path === openPath) return undefined;
      const refusal = security.refusalOf({ path, metadata, certificate: () => certificateOf(call) });
      if (refusal)
        logger?.warn({ call: path, peer: call.getPeer(), reason: refusal.details }, 'a call is refused');
      return refusal;
    };
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
            const refusal = refusalOf(metadata);
            if (!refusal) receive(metadata);
            else {
              end(refusal.code === status.UNAUTHENTICATED ? 'unauthenticated' : 'forbidden');
              call.sendStatus(refusal);
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
