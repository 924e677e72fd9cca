import { buildMicroservices } from './microservice-product.ts';
import type { Product, ProductOptions } from './product.ts';

/** Starts the product as microservices, whatever `E2E_MODE` is: some faults only exist in this form. The caller ends it. */
export async function startMicroservices(options: ProductOptions = {}): Promise<Product> {
  const product = await buildMicroservices(options);
  try {
    await product.start();
  } catch (error) {
    await product.end().catch(() => undefined);
    throw error;
  }
  return product;
}
