import type { Model } from 'mongoose';
import type { OpenMongoose } from './open-mongoose.ts';

/** Documents without a schema, so that a test defines exactly what is stored. */
export type LooseModel = Model<Record<string, unknown>>;

let modelCount = 0;

/** A model over a separate collection. */
export function looseModel({ mongoose, connection }: OpenMongoose): LooseModel {
  modelCount += 1;
  const schema = new mongoose.Schema({}, { strict: false, minimize: false, versionKey: false, id: false });
  return connection.model<Record<string, unknown>>(
    `Loose${String(modelCount)}`,
    schema as never,
    `loose_${String(modelCount)}_${String(process.pid)}`,
  );
}

/** A collection with these documents, numbered by `_id` from 0, without mongoose's casting. */
export async function filled(
  store: OpenMongoose,
  documents: readonly Record<string, unknown>[],
): Promise<LooseModel> {
  const model = looseModel(store);
  for (const [_id, document] of documents.entries())
    await model.collection.insertOne({ _id, ...document } as never);
  return model;
}

/** Ids of the documents that a filter matches. */
export async function idsOf(model: LooseModel, filter: object): Promise<unknown[]> {
  const found = await model.collection.find(filter, { sort: { _id: 1 } }).toArray();
  return found.map((document): unknown => document._id);
}
