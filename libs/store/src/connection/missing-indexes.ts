import type { Connection, IndexDefinition, Model } from 'mongoose';

/** The name of an index with its collection: `users.email_1`. */
export function indexName({ collection }: Model<unknown>, keys: IndexDefinition): string {
  const parts = Object.entries(keys).map(([field, kind]) => `${field}_${String(kind)}`);
  return `${collection.collectionName}.${parts.join('_')}`;
}

/** The indexes that a service's models define and its database lacks. */
export async function missingIndexes({ models }: Connection): Promise<string[]> {
  const missing: string[] = [];
  for (const model of Object.values(models)) {
    const { toCreate } = await model.diffIndexes();
    missing.push(...toCreate.map((keys) => indexName(model as never, keys as IndexDefinition)));
  }
  return missing;
}
