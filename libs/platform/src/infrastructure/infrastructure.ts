import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { replica } from '@vault/base';
import { kafkaSecurityOf } from '@vault/messaging/kafka';
import { rpcSecurityOf, rpcVariableOf } from '@vault/rpc';
import { connectMongo, mongoAccessOf, type MongoStore } from '@vault/store';
import { assertUsableFolder, assertWritableFolder } from './data-folder.ts';
import { assertWholeProduct, createEmbeddedInfrastructure } from './embedded-infrastructure.ts';
import type { Infrastructure, InfrastructureOptions } from './infrastructure-port.ts';
import type { HostConfig } from '../config/host.config.ts';
import { createServerBus } from './server-bus.ts';

/**
 * Checks the folder of this process's data, before anything is opened in it. With servers it has no log or stores, so
 * neither they nor their lock are created.
 * @throws {DataFolderError}
 */
export async function assertDataFolder(config: HostConfig): Promise<void> {
  const dataDir = resolve(config.DATA_DIR);
  await (usesServers(config) ? assertWritableFolder(dataDir) : assertUsableFolder(dataDir));
}

/** Whether log and stores are on servers. */
export function usesServers({ KAFKA_BROKERS, MONGO_URL }: HostConfig): boolean {
  return (KAFKA_BROKERS ?? MONGO_URL) !== undefined;
}

/** Chooses the adapters: servers if they are configured, else the embedded ones. */
export async function createInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  if (usesServers(options.config)) return createServerInfrastructure(options);
  if (!options.allowPartial) assertWholeProduct(options.services);
  return await createEmbeddedInfrastructure(options);
}

/**
 * Kafka, MongoDB and gRPC to other processes. It does not wait for them: a process that starts before its servers runs,
 * and becomes ready when they are available.
 */
function createServerInfrastructure({ config, services, logger }: InfrastructureOptions): Infrastructure {
  const { KAFKA_BROKERS: brokers, MONGO_URL: mongoUrl, NAMESPACE: namespace } = config;
  if (!brokers) throw new Error('Servers need KAFKA_BROKERS.');
  // Replicas share a name, but each needs its own outcome group.
  const replicaId = `${replica}-${randomUUID().slice(0, 8)}`;
  const clientId = `${services.join('+')}-${replicaId}`;
  const sessionTimeout = config.KAFKA_SESSION_SECONDS * 1_000;
  const security = kafkaSecurityOf(config);
  const bus = createServerBus({ brokers, security, namespace, clientId, logger, sessionTimeout });
  const rpc = rpcSecurityOf(config);
  const stores: MongoStore[] = [];
  return {
    bus,
    rpcListenAddress: config.RPC_ADDRESS,
    rpcAddressOf: (service) => config[rpcVariableOf(service)],
    rpcSecurity: rpc.security,
    replicaId,
    adapters: { messages: 'kafka', stores: mongoUrl ? 'mongodb' : 'none' },
    openStore: (service) => {
      if (!mongoUrl) throw new Error(`The store of ${service} needs MONGO_URL.`);
      const access = () => mongoAccessOf(config.MONGO_URL ?? mongoUrl, config);
      const store = connectMongo({ access, service, namespace, logger });
      stores.push(store);
      return Promise.resolve(store);
    },
    refresh: () => {
      rpc.refresh();
      for (const store of stores) store.refresh();
    },
    close: async () => {
      try {
        await bus.close();
      } finally {
        await Promise.all(stores.map((store) => store.close()));
      }
    },
  };
}
