import { z } from 'zod';
import { aggregateSchema, documentSchema } from './document-schema.ts';

const fields = {
  name: z.string(),
  size: z.number().optional(),
  isOpen: z.boolean().default(false),
  at: z.date().nullable().default(null),
  tags: z.array(z.string()).readonly().default([]),
  parts: z.array(z.custom<{ a: number }>()).optional(),
  kind: z.enum(['a', 'b']),
  secret: z.string().default(''),
};
const schema = documentSchema('things', fields, {
  hidden: ['secret'],
  indexes: [[{ name: 1 }, { unique: true }]],
});
/** What mongoose has beside its types. */
interface Field {
  readonly instance: string;
  readonly options: Readonly<Record<string, unknown>>;
  getDefault(): unknown;
  doValidateSync(value: unknown, scope: object): Error | undefined;
}
const fieldOf = (of: { path(name: string): unknown }, name: string) => of.path(name) as Field;

describe(documentSchema, () => {
  it('stores each field as its kind', () => {
    const names = ['_id', 'name', 'size', 'isOpen', 'at', 'tags', 'parts', 'kind'];
    expect(names.map((name) => fieldOf(schema, name).instance)).toEqual([
      'String',
      'String',
      'Number',
      'Boolean',
      'Date',
      'Array',
      'Array',
      'String',
    ]);
    expect(schema.get('collection')).toBe('things');
    expect(schema.indexes()).toEqual([[{ name: 1 }, { unique: true }]]);
  });

  it('gives each document defaults of its own, and none where there is none', () => {
    const defaultOf = (name: string) => fieldOf(schema, name).getDefault();
    expect(['isOpen', 'at', 'parts', 'size'].map(defaultOf)).toEqual([false, null, undefined, undefined]);
    expect(defaultOf('tags')).toEqual([]);
    expect(defaultOf('tags')).not.toBe(defaultOf('tags'));
  });

  it('requires what has no default, and takes an empty text', () => {
    const required = schema.requiredPaths().sort();
    expect(required).toEqual(['_id', 'kind', 'name']);
    expect(fieldOf(schema, 'name').doValidateSync('', {})).toBeUndefined();
    expect(fieldOf(schema, 'name').doValidateSync(undefined, {})).toBeDefined();
  });

  it('hides what it says, and the outbox only where it says so', () => {
    const selects = (of: { path(name: string): unknown }, name: string) =>
      fieldOf(of, name).options['select'];
    expect([selects(schema, 'secret'), selects(schema, 'name')]).toEqual([false, undefined]);
    for (const isHidden of [true, false]) {
      const aggregate = aggregateSchema('others', fields, { isHidden });
      expect(['outbox', 'handled'].map((name) => selects(aggregate, name))).toEqual([!isHidden, !isHidden]);
    }
  });
});
