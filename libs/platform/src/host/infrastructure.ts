import type { ServiceName } from '@vault/contracts';
import type { EventBus } from '../events/event-bus.ts';
import type { Logger } from '../logging/logger.ts';
import type { RpcSecrets } from '../rpc/rpc-credentials.ts';
import type { Models, ServiceStore } from '../store/service-store.ts';
import { assertWholeProduct, createEmbeddedInfrastructure } from './embedded-infrastructure.ts';
import type { HostConfig } from './host.config.ts';
import { createServerInfrastructure } from './server-infrastructure.ts';

/** The adapters behind the ports of one process. */
export interface Infrastructure {
  readonly bus: EventBus;
  /** Where this process answers gRPC: `host:port` or `unix:path`. */
  readonly rpcListenAddress: string;
  /** The gRPC target of a service. */
  rpcAddressOf(service: ServiceName): string;
  /** What callers show and this process asks for; none where only this process gets to the socket. */
  readonly rpcSecrets: RpcSecrets;
  /** The service's own store. It may not be connected yet: what is asked of it waits. */
  openStore(service: ServiceName, models: Models): Promise<ServiceStore>;
  /** The outcome group of this replica. */
  readonly replicaId: string;
  /** Whether each process makes the indexes it needs; on servers a command does, before. */
  readonly buildsIndexes: boolean;
  /** What stands behind the ports, for who reads the log. */
  readonly adapters: Readonly<Record<'messages' | 'stores', string>>;
  close(): Promise<void>;
}

export interface InfrastructureOptions {
  readonly config: HostConfig;
  readonly services: readonly ServiceName[];
  readonly logger: Logger;
  /** Tests start one service alone; nothing else may. */
  readonly allowPartial?: boolean;
}

/** The one place that chooses adapters: servers when they are named, else what runs in this process. */
export function createInfrastructure(options: InfrastructureOptions): Infrastructure {
  const { KAFKA_BROKERS, MONGO_URL } = options.config;
  if (KAFKA_BROKERS ?? MONGO_URL) return createServerInfrastructure(options);
  if (!options.allowPartial) assertWholeProduct(options.services);
  return createEmbeddedInfrastructure(options);
}
