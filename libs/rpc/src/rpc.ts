import type { Channel } from '@grpc/grpc-js';
import type { ServiceName } from '@vault/contracts';
import type { Logger } from '@vault/base';
import { openChannel } from './calls/rpc-channel.ts';
import { clientOver, probeOver } from './client/rpc-client.ts';
import type { RpcObserver } from './calls/rpc-observer.ts';
import { RpcPeer } from './client/rpc-peer.ts';
import { noSecurity, type RpcSecurity } from './security/rpc-security.ts';
import { serviceNameOf, type RpcClient, type RpcDefinition } from './calls/rpc-types.ts';

export interface RpcOptions {
  readonly logger?: Logger | undefined;
  readonly observer?: RpcObserver | undefined;
  /** How processes authenticate each other; not at all by default. */
  readonly security?: RpcSecurity | undefined;
  /** Default deadline of calls, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** More headers of a call, by its path. */
  readonly headersOf?: (path: string) => Readonly<Record<string, string>>;
}

/** Clients for other services, created on first use; one channel per target. */
export class Rpc {
  private readonly clients = new Map<string, RpcClient<RpcDefinition>>();
  private readonly channels = new Map<string, Channel>();
  private readonly peers = new Map<ServiceName, RpcPeer>();

  constructor(
    private readonly addressOf: (service: ServiceName) => string,
    private readonly options: RpcOptions = {},
  ) {}

  client<Definition extends RpcDefinition>(
    service: ServiceName,
    definition: Definition,
  ): RpcClient<Definition> {
    const { observer, security, deadlineMs, headersOf } = this.options;
    const found = getOrCreate(this.clients, `${service}/${serviceNameOf(definition)}`, () =>
      clientOver<RpcDefinition>(definition, {
        channel: this.channelTo(service),
        peer: this.peer(service),
        observer,
        security,
        deadlineMs,
        headersOf,
      }),
    );
    return found as RpcClient<Definition>;
  }

  close(): void {
    for (const peer of this.peers.values()) peer.close();
    for (const channel of this.channels.values()) channel.close();
    this.channels.clear();
    this.clients.clear();
  }

  /** Services of one process share a channel, unless the certificate gives each its own name. */
  private channelTo(service: ServiceName): Channel {
    const { security = noSecurity } = this.options;
    const target = this.addressOf(service);
    const key = `${target} ${security.nameOf(service) ?? ''}`;
    return getOrCreate(this.channels, key, () => openChannel(target, { security, service }));
  }

  /** One peer per service: services of one process share a channel, but one may hang while another answers. */
  private peer(name: ServiceName): RpcPeer {
    return getOrCreate(this.peers, name, () => {
      const probe = probeOver(this.channelTo(name));
      return new RpcPeer({ name, probe, logger: this.options.logger });
    });
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
