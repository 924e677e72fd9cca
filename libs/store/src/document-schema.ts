import { Schema, type SchemaDefinition } from 'mongoose';

/** The schema of plain documents with a text as id. Those with an outbox use `addAggregateFields` instead. */
export function documentSchema<Doc>(
  collection: string,
  fields: SchemaDefinition<Omit<Doc, '_id'>>,
  { minimize = true } = {},
): Schema<Doc> {
  const definition = { _id: { type: String, required: true }, ...fields };
  return new Schema<Doc>(definition as never, { versionKey: false, minimize, collection } as never);
}
