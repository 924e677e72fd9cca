import { readFileSync } from 'node:fs';
import specs from '@asyncapi/specs';
import { Ajv, type AnySchemaObject } from 'ajv';
import { parse } from 'yaml';
import { messageSchemas, type MessageType } from '../messages/registry.ts';
import { asyncapiDocument } from './asyncapi-document.ts';

interface Message {
  readonly payload: AnySchemaObject;
  readonly examples: readonly { readonly payload: unknown }[];
}

interface Document {
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const golden = (type: MessageType) => JSON.parse(read(`../messages/golden/${type}.json`)) as unknown;
const document = parse(read('../../asyncapi.yaml')) as Document;
const types = Object.keys(messageSchemas) as MessageType[];

/** Formats are documentation only: the validator does not check them. */
const options = { strict: false, validateFormats: false, allErrors: true };

/** The official schema includes the schema of JSON Schema itself. */
const withoutMetaSchema = { meta: false, validateSchema: false } as const;

function validatorOf(schema: AnySchemaObject, more = {}) {
  return new Ajv({ ...options, ...more }).compile(schema);
}

/** Every `$ref` in a part of the document. */
function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === '$ref' ? [String(value)] : refsIn(value)));
}

function resolve(ref: string): unknown {
  const path = ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

describe('asyncapi.yaml', () => {
  it('matches the schemas (else run `npm run generate`)', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(asyncapiDocument(golden))));
  });

  it('is an AsyncAPI 3.0 document', () => {
    const validate = validatorOf(specs.schemas['3.0.0'], withoutMetaSchema);
    void validate(document);
    expect(validate.errors ?? []).toEqual([]);
    // The schema also rejects invalid documents.
    expect(validate({ ...document, asyncapi: '2.6.0' })).toBe(false);
    expect(validate({ ...document, channels: { broken: { address: 7 } } })).toBe(false);
  });

  it('has no broken references', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(types.length);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  it.each(types)('has a schema of %s that accepts its golden message and rejects an empty one', (type) => {
    const { payload, examples } = document.components.messages[type]!;
    const validate = validatorOf(payload);
    expect(examples.map((example) => example.payload)).toEqual([golden(type)]);
    expect(validate(golden(type))).toBe(true);
    expect(validate({ ...(golden(type) as object), aFieldOfLater: 1 })).toBe(true);
    expect(validate({})).toBe(false);
  });
});
