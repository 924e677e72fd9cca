import { Channel, type ChannelOptions } from '@grpc/grpc-js';
import { idempotentPaths } from '@vault/contracts/rpc';
import { clientCredentials } from './rpc-credentials.ts';

/** A three-hour transcript is about 400 KB; this leaves room and still bounds memory. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** How soon a connection that only looks open is noticed; milliseconds. */
export interface KeepAlive {
  /** Between two pings, also while nobody calls. */
  readonly everyMs: number;
  /** Until a ping without an answer ends the connection. */
  readonly withinMs: number;
}

const usualKeepAlive: KeepAlive = { everyMs: 10_000, withinMs: 5_000 };

/** What both ends of a connection have in common. */
export function connectionOptions({ everyMs, withinMs }: KeepAlive = usualKeepAlive): ChannelOptions {
  return {
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    // gRPC's own book-keeping of every call, which nobody reads.
    'grpc.enable_channelz': 0,
    'grpc.keepalive_time_ms': everyMs,
    'grpc.keepalive_timeout_ms': withinMs,
    'grpc.keepalive_permit_without_calls': 1,
  };
}

export interface ChannelSettings {
  readonly keepAlive?: KeepAlive;
  /** The paths of calls that may be sent again; those of the contracts unless told. */
  readonly idempotent?: readonly string[];
}

/**
 * A channel to all replicas behind one target. Each call goes to the next of them that is there; one that may be sent
 * again is, within its deadline, when its replica went away.
 * @param target `host:port`, `unix:path`, `dns:///name:port` or `ipv4:address:port,address:port`
 */
export function openChannel(target: string, settings: ChannelSettings = {}): Channel {
  return new Channel(target, clientCredentials(), {
    ...connectionOptions(settings.keepAlive),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.dns_min_time_between_resolutions_ms': 2_000,
    'grpc.service_config': JSON.stringify(serviceConfig(settings.idempotent ?? idempotentPaths)),
    // The configuration is ours: no name server is asked for one.
    'grpc.service_config_disable_resolution': 1,
  });
}

function serviceConfig(idempotent: readonly string[]) {
  const name = idempotent.map((path) => {
    const [, service, method] = path.split('/');
    return { service, method };
  });
  // About two thirds of a second in all: a replica that restarts is back, or another has taken over.
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
