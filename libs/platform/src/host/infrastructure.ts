import { assertWholeProduct, createEmbeddedInfrastructure } from './embedded-infrastructure.ts';
import type { Infrastructure, InfrastructureOptions } from './infrastructure-port.ts';
import { createServerInfrastructure } from './server-infrastructure.ts';

/** Chooses the adapters: servers if they are configured, else the embedded ones. */
export function createInfrastructure(options: InfrastructureOptions): Infrastructure {
  const { KAFKA_BROKERS, MONGO_URL } = options.config;
  if (KAFKA_BROKERS ?? MONGO_URL) return createServerInfrastructure(options);
  if (!options.allowPartial) assertWholeProduct(options.services);
  return createEmbeddedInfrastructure(options);
}
