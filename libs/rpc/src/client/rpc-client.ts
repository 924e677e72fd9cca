import { SpanKind } from '@opentelemetry/api';
import { Client, connectivityState, Metadata, type Channel, type ServiceError } from '@grpc/grpc-js';
import { healthRpc, idempotentPaths } from '@vault/contracts/rpc';
import {
  AppError,
  actorHeaders,
  correlationHeader,
  correlationId,
  type Logger,
  currentTraceparent,
  inSpan,
} from '@vault/base';
import { openChannel, type ChannelSettings } from '../calls/rpc-channel.ts';
import type { RpcObserver } from '../calls/rpc-observer.ts';
import { failure, type RpcOutcome } from '../calls/rpc-outcome.ts';
import { RpcPeer } from './rpc-peer.ts';
import { noSecurity, type RpcSecurity } from '../security/rpc-security.ts';
import { serviceNameOf, type CallOptions, type RpcClient, type RpcDefinition } from '../calls/rpc-types.ts';

const defaultDeadlineMs = 2_000;
/** A service runs all its health checks before it answers a probe, in milliseconds. */
const probeWithinMs = 1_500;

export interface ClosableRpcClient<Definition> {
  readonly methods: RpcClient<Definition>;
  close(): void;
}

export interface RpcClientOptions extends ChannelSettings {
  readonly logger?: Logger;
  readonly observer?: RpcObserver;
  /** Default deadline of calls, in milliseconds; 2,000 by default. */
  readonly deadlineMs?: number;
}

/**
 * Calls another service over gRPC. Every call has a deadline; failures arrive as {@link AppError} with the code the
 * owner gave, or `unavailable` when it did not answer.
 * @param address `host:port`, `unix:path`, `dns:///name:port` or `ipv4:address:port,address:port`
 */
export function createRpcClient<Definition extends RpcDefinition>(
  definition: Definition,
  address: string,
  options: RpcClientOptions = {},
): ClosableRpcClient<Definition> {
  const { logger, observer, deadlineMs, security, idempotent } = options;
  const channel = openChannel(address, options);
  const probe = probeOver(channel);
  const peer = new RpcPeer({ name: serviceNameOf(definition), probe, logger });
  return {
    methods: clientOver(definition, { channel, peer, observer, deadlineMs, security, idempotent }),
    close: () => {
      peer.close();
      channel.close();
    },
  };
}

/** Creates a probe that requests the health of the peer; any answer, even "unimplemented", shows that it is running. */
export function probeOver(channel: Channel): () => Promise<RpcOutcome> {
  const client = clientOn(channel);
  const request = { service: '' } as never;
  return () => send(client, healthRpc.HealthService.check, { request, deadline: Date.now() + probeWithinMs });
}

/** The dependencies of a client; several clients may share them. */
export interface ClientDependencies {
  readonly channel: Channel;
  readonly peer: RpcPeer;
  readonly observer?: RpcObserver | undefined;
  readonly deadlineMs?: number | undefined;
  /** How calls are authenticated; not at all by default. */
  readonly security?: RpcSecurity | undefined;
  /** More headers of a call, by its path. */
  readonly headersOf?: ((path: string) => Readonly<Record<string, string>>) | undefined;
  /** The paths of idempotent calls; by default from the contracts. */
  readonly idempotent?: readonly string[] | undefined;
}

/** The calls of a definition over an existing channel. */
export function clientOver<Definition extends RpcDefinition>(
  definition: Definition,
  dependencies: ClientDependencies,
): RpcClient<Definition> {
  const {
    channel,
    peer,
    observer,
    deadlineMs = defaultDeadlineMs,
    security = noSecurity,
    headersOf = () => ({}),
    idempotent = idempotentPaths,
  } = dependencies;
  const client = clientOn(channel);
  const methods = Object.entries(definition).map(([name, method]) => {
    const [, service = '', inProto = ''] = method.path.split('/');
    const ask = async (request: never, options?: CallOptions): Promise<unknown> => {
      const deadline = Date.now() + (options?.deadlineMs ?? deadlineMs);
      const begin = observer ? performance.now() : 0;
      const headers = headersOf(method.path);
      const attempt = () => send(client, method, { request, deadline, security, headers });
      // gRPC itself does not retry once an answer has begun. The peer counts only the last outcome: many calls that
      // break with one replica do not mean that the others are unavailable.
      const outcome = await peer.call(async () => {
        const first = await attempt();
        const isRetried = 'error' in first && first.isBroken && idempotent.includes(method.path);
        return isRetried ? attempt() : first;
      });
      const code = 'error' in outcome ? outcome.error.code : 'ok';
      const seconds = (performance.now() - begin) / 1_000;
      observer?.observe({ side: 'client', service, method: inProto, code, seconds });
      if ('error' in outcome) throw outcome.error;
      return outcome.reply;
    };
    const inSpanOfCall: typeof ask = (request, options) =>
      inSpan(method.path.slice(1), { kind: SpanKind.CLIENT }, () => ask(request, options));
    return [name, inSpanOfCall] as const;
  });
  return Object.fromEntries(methods) as RpcClient<Definition>;
}

/** Uses the credentials of the channel, not of the client. */
function clientOn(channel: Channel): Client {
  return new Client(channel.getTarget(), noSecurity.channelCredentials(), { channelOverride: channel });
}

interface CallSettings {
  readonly request: never;
  readonly deadline: number;
  readonly security?: RpcSecurity;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(client: Client, method: RpcDefinition[string], settings: CallSettings) {
  const { request, deadline, security, headers = {} } = settings;
  const metadata = new Metadata();
  metadata.set(correlationHeader, correlationId());
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) metadata.set('traceparent', traceparent);
  for (const [name, value] of Object.entries({ ...actorHeaders(), ...headers })) metadata.set(name, value);
  security?.identify(metadata);
  return new Promise<RpcOutcome>((resolve) => {
    if (client.getChannel().getConnectivityState(false) === connectivityState.SHUTDOWN) {
      // The channel was closed by this process, so the peer may be available.
      resolve({ error: AppError.unavailable(), isUnavailable: false });
      return;
    }
    client.makeUnaryRequest(
      method.path,
      (value: never) => method.requestSerialize(value),
      (bytes: Buffer) => method.responseDeserialize(bytes),
      request,
      metadata,
      { deadline },
      (error: ServiceError | null, reply?: unknown) => resolve(error ? failure(error) : { reply }),
    );
  });
}
