import { Schema, type IndexDefinition, type IndexOptions, type SchemaDefinition } from 'mongoose';
import { z } from 'zod';
import { aggregateFields, outboxFields, type Aggregate, type OutboxFields } from './aggregate.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

type Stored<Fields extends Shape> = z.infer<z.ZodObject<Fields>>;

/** The type of the documents of a schema. */
export type DocumentOf<Of> = Of extends Schema<infer Doc> ? Doc : never;

interface DocumentOptions<Name extends string = string> {
  readonly indexes?: readonly (readonly [IndexDefinition, IndexOptions?])[];
  /** Fields that reads omit unless they select them. */
  readonly hidden?: readonly Name[];
}

/** The schema of plain documents, whose id is a text. */
export function documentSchema<Fields extends Shape>(
  collection: string,
  fields: Fields,
  options: DocumentOptions<keyof Fields & string> = {},
): Schema<Stored<Fields> & { _id: string }> {
  return schemaOf(collection, { _id: z.string(), ...fields }, options) as never;
}

/** The schema of plain documents with messages to send. */
export function outboxSchema<Fields extends Shape>(
  collection: string,
  fields: Fields,
  options: DocumentOptions<keyof Fields & string>,
): Schema<Stored<Fields> & OutboxFields> {
  return schemaOf(collection, { ...outboxFields, ...fields }, withOutbox(options, ['outbox'])) as never;
}

/**
 * The schema of an {@link Aggregate}.
 * @param options.isHidden reads omit outbox and handled ids: for documents that are read much more often than changed
 */
export function aggregateSchema<Fields extends Shape>(
  collection: string,
  fields: Fields,
  {
    isHidden = false,
    ...options
  }: DocumentOptions<keyof Fields & string> & { readonly isHidden?: boolean } = {},
): Schema<Stored<Fields> & Aggregate> {
  const hidden = isHidden ? ['outbox', 'handled'] : [];
  return schemaOf(collection, { ...aggregateFields, ...fields }, withOutbox(options, hidden)) as never;
}

function withOutbox(
  { hidden = [], indexes = [], ...options }: DocumentOptions,
  ofOutbox: readonly string[],
): DocumentOptions {
  return {
    ...options,
    hidden: [...hidden, ...ofOutbox],
    indexes: [...indexes, [{ outboxSince: 1 }, { sparse: true }]],
  };
}

function schemaOf(collection: string, fields: Shape, { indexes = [], hidden = [] }: DocumentOptions): Schema {
  const definition: SchemaDefinition = {};
  for (const [name, field] of Object.entries(fields)) definition[name] = definitionOf(field);
  // Whether or not a schema hides them, queries can ask for them by `+outbox`.
  for (const name of ['outbox', 'handled']) Object.assign(definition[name] ?? {}, { select: true });
  for (const name of hidden) Object.assign(definition[name] ?? {}, { select: false });
  const schema = new Schema(definition, { versionKey: false, minimize: false, collection });
  for (const [index, options] of indexes) schema.index(index, options);
  return schema;
}

// An empty text is a text.
Schema.Types.String.checkRequired((value: unknown) => typeof value === 'string');

/** Mongoose checks only the kind of a field: the contracts check what comes from outside. */
function definitionOf(field: z.ZodType): object {
  let inner = field;
  let isRequired = true;
  for (;;) {
    if (inner instanceof z.ZodDefault) {
      const { def } = inner;
      // Each document has an array or an object of its own.
      return {
        ...definitionOf(def.innerType as z.ZodType),
        required: false,
        default: () => def.defaultValue,
      };
    }
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) isRequired = false;
    else if (!(inner instanceof z.ZodReadonly)) break;
    inner = inner.unwrap() as z.ZodType;
  }
  // Else mongoose stores an empty array where there is none.
  return { type: typeOf(inner), required: isRequired, default: undefined };
}

function typeOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodArray) return [typeOf(field.element as z.ZodType)];
  if (field instanceof z.ZodString || field instanceof z.ZodEnum) return String;
  if (field instanceof z.ZodNumber) return Number;
  if (field instanceof z.ZodBoolean) return Boolean;
  return field instanceof z.ZodDate ? Date : Object;
}
