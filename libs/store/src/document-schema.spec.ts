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
const kindOf = (name: string) => schema.path(name).instance;

describe(documentSchema, () => {
  it('stores each field as its kind', () => {
    const names = ['_id', 'name', 'size', 'isOpen', 'at', 'tags', 'parts', 'kind'];
    expect(names.map(kindOf)).toEqual([
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
    const defaultOf = (name: string) => schema.path(name).getDefault() as unknown;
    expect(['isOpen', 'at', 'parts', 'size'].map(defaultOf)).toEqual([false, null, undefined, undefined]);
    expect(defaultOf('tags')).toEqual([]);
    expect(defaultOf('tags')).not.toBe(defaultOf('tags'));
  });

  it('requires what has no default, and takes an empty text', () => {
    const required = schema.requiredPaths().sort();
    expect(required).toEqual(['_id', 'kind', 'name']);
    expect(schema.path('name').doValidateSync('', {})).toBeUndefined();
    expect(schema.path('name').doValidateSync(undefined, {})).toBeDefined();
  });

  it('hides what it says, and the outbox only where it says so', () => {
    const selects = (of: typeof schema, name: string) => of.path(name).options['select'] as unknown;
    expect([selects(schema, 'secret'), selects(schema, 'name')]).toEqual([false, undefined]);
    for (const isHidden of [true, false]) {
      const aggregate = aggregateSchema('others', fields, { isHidden }) as unknown as typeof schema;
      expect(['outbox', 'handled'].map((name) => selects(aggregate, name))).toEqual([!isHidden, !isHidden]);
    }
  });
});
