import { z } from 'zod';

const words = z.string().min(1);
const schema = z.looseObject({});
const ref = (kind: string) => z.strictObject({ $ref: z.string().startsWith(`#/components/${kind}/`) });

const content = z.partialRecord(
  z.enum([
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/zip',
    'application/x-ndjson',
    'text/csv',
    'text/event-stream',
  ]),
  z.strictObject({ schema, example: z.unknown().optional() }),
);

const parameter = z.strictObject({
  name: words,
  in: z.enum(['path', 'query', 'header']),
  description: words.optional(),
  required: z.boolean().optional(),
  schema,
});

const response = z.strictObject({
  description: words,
  headers: z.record(words, z.strictObject({ description: words, schema })).optional(),
  content: content.optional(),
});

const security = z.array(z.record(words, z.array(z.string())));

const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.array(words).length(1),
  summary: words.max(60),
  description: words.optional(),
  security: security.optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), z.union([ref('responses'), response])),
});

/** The parts of OpenAPI 3.1 that the product's document uses, as the standard defines them; nothing else is valid. */
export const documentShape = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: words,
    summary: words,
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    description: words,
  }),
  servers: z.array(z.strictObject({ url: words })).min(1),
  tags: z.array(z.strictObject({ name: words, description: words })),
  security,
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'put', 'post', 'patch', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z]+$/), schema),
    responses: z.record(z.string().regex(/^[A-Za-z]+$/), response),
    securitySchemes: z.record(
      words,
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: words }),
    ),
  }),
});

export type OpenapiDocument = z.infer<typeof documentShape>;
export type Operation = z.infer<typeof operation>;
