import type { Channel } from '@grpc/grpc-js';
import type { ServiceName } from '@vault/contracts';
import type { Logger } from '../logging/logger.ts';
import { openChannel } from './rpc-channel.ts';
import { clientOver, probeOver } from './rpc-client.ts';
import type { RpcSecrets } from './rpc-credentials.ts';
import type { RpcObserver } from './rpc-observer.ts';
import { RpcPeer } from './rpc-peer.ts';
import { serviceNameOf, type RpcClient, type RpcDefinition } from './rpc-types.ts';

export interface RpcOptions {
  readonly logger?: Logger | undefined;
  readonly observer?: RpcObserver | undefined;
  /** The first is sent with each call; none by default. */
  readonly secrets?: RpcSecrets | undefined;
  /** Default deadline of calls, in milliseconds. */
  readonly deadlineMs?: number | undefined;
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
    const { observer, secrets, deadlineMs } = this.options;
    const found = getOrCreate(this.clients, `${service}/${serviceNameOf(definition)}`, () =>
      clientOver<RpcDefinition>(definition, {
        channel: this.channelTo(this.addressOf(service)),
        peer: this.peer(service),
        observer,
        secrets,
        deadlineMs,
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

  private channelTo(target: string): Channel {
    return getOrCreate(this.channels, target, () => openChannel(target));
  }

  /** One peer per service: services of one process share a channel, but one may hang while another answers. */
  private peer(name: ServiceName): RpcPeer {
    return getOrCreate(this.peers, name, () => {
      const probe = probeOver(this.channelTo(this.addressOf(name)));
      return new RpcPeer({ name, probe, logger: this.options.logger });
    });
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
