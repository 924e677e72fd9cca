import { buildAllInOne } from './all-in-one-product.ts';
import { buildMicroservices } from './microservice-product.ts';
import type { Product, ProductOptions } from './product.ts';

const builders = { 'all-in-one': buildAllInOne, microservices: buildMicroservices };

/** The product in the form that `E2E_MODE` names, not started. The caller ends it. */
export function buildProduct(options: ProductOptions = {}): Promise<Product> {
  const mode = process.env.E2E_MODE ?? 'all-in-one';
  if (mode !== 'all-in-one' && mode !== 'microservices')
    throw new Error(`E2E_MODE is all-in-one or microservices, not "${mode}"`);
  return builders[mode](options);
}

/** Starts the product in the form that `E2E_MODE` names. The caller ends it. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = await buildProduct(options);
  try {
    await product.start();
    // Beside other steps, services may miss the deadlines of calls between them.
    if (product.processes.length > 1) product.tries = 5;
  } catch (error) {
    await product.end().catch(() => undefined);
    throw error;
  }
  return product;
}
