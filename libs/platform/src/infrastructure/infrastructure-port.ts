import type { ServiceName } from '@vault/contracts';
import type { EventBus } from '@vault/messaging';
import type { Logger } from '@vault/base';
import type { RpcSecurity } from '@vault/rpc';
import type { ServiceStore } from '@vault/store';
import type { HostConfig } from '../config/host.config.ts';

/** The adapters behind the ports of one process. */
export interface Infrastructure {
  readonly bus: EventBus;
  /** The address on which this process serves gRPC: `host:port` or `unix:path`. */
  readonly rpcListenAddress: string;
  /** The gRPC target of a service. */
  rpcAddressOf(service: ServiceName): string;
  /** How processes authenticate each other. */
  readonly rpcSecurity: RpcSecurity;
  /** Default deadline of calls, in milliseconds; by default the client's. */
  readonly rpcDeadlineMs?: number;
  /** Opens the service's own store. It may not be connected yet: queries then wait. */
  openStore(service: ServiceName): Promise<ServiceStore>;
  /** Identifies this replica, for example in the name of its outcome group. */
  readonly replicaId: string;
  /** The kinds of adapters, for the log. */
  readonly adapters: Readonly<Record<'messages' | 'stores', string>>;
  /** Only of a log in a file: whether no damage was found in it. */
  isSound?(): boolean;
  /** Uses the current values of the configuration for new connections; called when a file of a secret changed. */
  refresh?(): void;
  close(): Promise<void>;
}

export interface InfrastructureOptions {
  readonly config: HostConfig;
  readonly services: readonly ServiceName[];
  /** The services that own a store. */
  readonly stores: readonly ServiceName[];
  readonly logger: Logger;
  /** Only for tests, which may start a single service. */
  readonly allowPartial?: boolean;
}
