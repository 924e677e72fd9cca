import type { Product } from '../../../e2e/src/testing/product.ts';
import { startMicroservices } from '../../../e2e/src/testing/start-microservices.ts';
import { borrowServers, type Servers } from '../../../e2e/src/testing/test-servers.ts';

/** Runs work while Kafka and MongoDB are there. */
export async function withServers<Outcome>(work: (servers: Servers) => Promise<Outcome>): Promise<Outcome> {
  const { servers, giveBack } = await borrowServers();
  try {
    return await work(servers);
  } finally {
    await giveBack();
  }
}

/** Runs work against a product of one process for each service, on servers that are there for it alone. */
export function withMicroservices<Outcome>(
  work: (product: Product, servers: Servers) => Promise<Outcome>,
): Promise<Outcome> {
  return withServers(async (servers) => {
    const product = await startMicroservices({ servers });
    try {
      return await work(product, servers);
    } finally {
      await product.end();
    }
  });
}
