import type { Environment } from '../../../e2e/src/testing/product/product-process.ts';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { startMicroservices } from '../../../e2e/src/testing/product/start-microservices.ts';
import { borrowServers, type Servers } from '../../../e2e/src/testing/stores/test-servers.ts';

/** Runs work with Kafka and MongoDB available. */
export async function withServers<Outcome>(work: (servers: Servers) => Promise<Outcome>): Promise<Outcome> {
  const { servers, releaseServers } = await borrowServers();
  try {
    return await work(servers);
  } finally {
    await releaseServers();
  }
}

/** Runs work against a product with one process per service. */
export function withMicroservices<Outcome>(
  work: (product: Product, servers: Servers) => Promise<Outcome>,
  env: Environment = {},
): Promise<Outcome> {
  return withServers(async (servers) => {
    const product = await startMicroservices({ servers, env });
    try {
      return await work(product, servers);
    } finally {
      await product.end();
    }
  });
}
