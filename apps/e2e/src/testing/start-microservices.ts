import { buildMicroservices } from './microservice-product.ts';
import type { Product, ProductOptions } from './product.ts';

/** The product as microservices, serving, whatever `E2E_MODE` says: some faults exist in no other form. The caller ends it. */
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
