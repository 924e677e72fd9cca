import { Channel, type ChannelOptions } from '@grpc/grpc-js';
import type { ServiceName } from '@vault/contracts';
import { idempotentPaths } from '@vault/contracts/rpc';
import { noSecurity, type RpcSecurity } from '../security/rpc-security.ts';

/** A three-hour transcript is about 400 KB; this is far more and still bounds memory. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** How soon a half-open connection is detected, in milliseconds. */
export interface KeepAlive {
  /** The time between two pings, also without calls. */
  readonly everyMs: number;
  /** The time after which a ping without an answer closes the connection. */
  readonly withinMs: number;
}

const defaultKeepAlive: KeepAlive = { everyMs: 10_000, withinMs: 5_000 };

/** The options of both clients and servers. */
export function connectionOptions({ everyMs, withinMs }: KeepAlive = defaultKeepAlive): ChannelOptions {
  return {
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    // gRPC's own statistics of every call are not used.
    'grpc.enable_channelz': 0,
    'grpc.keepalive_time_ms': everyMs,
    'grpc.keepalive_timeout_ms': withinMs,
    'grpc.keepalive_permit_without_calls': 1,
  };
}

export interface ChannelSettings {
  readonly keepAlive?: KeepAlive;
  /** The paths of idempotent calls; by default from the contracts. */
  readonly idempotent?: readonly string[];
  readonly security?: RpcSecurity | undefined;
  /** The service at the target, whose name its certificate must have. */
  readonly service?: ServiceName;
}

/**
 * A channel to all replicas of one target. Each call goes to the next available replica; an idempotent call is retried
 * within its deadline when its replica fails.
 * @param target `host:port`, `unix:path`, `dns:///name:port` or `ipv4:address:port,address:port`
 */
export function openChannel(target: string, settings: ChannelSettings = {}): Channel {
  const { keepAlive, idempotent = idempotentPaths, security = noSecurity, service } = settings;
  const name = service && security.nameOf(service);
  return new Channel(target, security.channelCredentials(), {
    ...connectionOptions(keepAlive),
    ...(name !== undefined && { 'grpc.ssl_target_name_override': name }),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.dns_min_time_between_resolutions_ms': 2_000,
    'grpc.service_config': JSON.stringify(serviceConfig(idempotent)),
    // The configuration is set here, not by a name server.
    'grpc.service_config_disable_resolution': 1,
  });
}

function serviceConfig(idempotent: readonly string[]) {
  const name = idempotent.map((path) => {
    const [, service, method] = path.split('/');
    return { service, method };
  });
  // About two thirds of a second in all, enough for a restart of a replica or a switch to another.
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.05s',
    backoffMultiplier: 3,
    maxBackoff: '0.5s',
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: name.length > 0 ? [{ name, retryPolicy }] : [],
  };
}
