import fc from 'fast-check';
import { Catalogue } from '../storage/catalogue.ts';
import { SqliteFile } from '../storage/sqlite-file.ts';
import { parseStoreLocation } from '../storage/store-location.ts';
import type { CollectionStore } from '../storage/collection-store.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseSort } from '../query/sort-order.ts';
import { decodeExactly, toExact } from '../values/bson.ts';
import { CandidateReader, candidateSql } from './candidate-reader.ts';
import { countKeys } from './count-keys.ts';
import { matchingRows } from './matching-rows.ts';
import { planQuery } from './plan-query.ts';

/** A collection in memory, with documents and indexes. */
async function collectionOf(
  documents: object[],
  indexes: object[],
): Promise<{ file: SqliteFile; store: CollectionStore }> {
  const file = new SqliteFile(parseStoreLocation('sqlite::memory:'));
  const catalogue = new Catalogue(file, 'test');
  await file.writes.run(() => {
    const store = catalogue.findOrCreate('things');
    for (const index of indexes) store.addIndex(toExact(index));
    for (const [_id, document] of documents.entries()) store.insert(toExact({ _id, ...document }));
  });
  return { file, store: catalogue.findOrCreate('things') };
}

const selection = (filter: object, sort: object = {}): Parameters<typeof matchingRows>[2] => ({
  filter: parseFilter(toExact(filter)),
  sort: parseSort(toExact(sort)),
  skip: 0,
  limit: 0,
});

it('a read that failed does not fail the next one', async () => {
  const { file, store } = await collectionOf([{ a: 1 }, { a: 2 }], []);
  const reader = () => new CandidateReader(file, store, planQuery(store, selection({}).filter, []));
  expect(() => reader().next(1.5)).toThrow('datatype mismatch');
  expect(reader().next(10)).toHaveLength(2);
});

describe('planQuery', () => {
  const people = Array.from({ length: 1000 }, (_, n) => ({
    owner: n % 10,
    at: new Date(n),
    tags: [n % 7, 'x'],
  }));
  const indexes = [{ key: { owner: 1, at: -1 } }, { key: { tags: 1 } }];
  let file: SqliteFile;
  let store: CollectionStore;
  beforeAll(async () => {
    ({ file, store } = await collectionOf(people, indexes));
  });

  it.each<[string, object, object, number]>([
    ['equality', { owner: 3 }, {}, 100],
    ['equality and range', { owner: 3, at: { $gte: new Date(900) } }, {}, 10],
    ['a closed range', { owner: 3, at: { $gt: new Date(100), $lte: new Date(193) } }, {}, 10],
    ['an open range', { owner: 3, at: { $gt: new Date(103), $lt: new Date(193) } }, {}, 8],
    ['several values', { owner: { $in: [1, 2] } }, {}, 200],
    ['an element of an array', { tags: 3 }, {}, 143],
    ['the id', { _id: 77 }, {}, 1],
    ['a range of ids', { _id: { $gte: 990 } }, {}, 10],
    ['nothing', { owner: 'none' }, {}, 0],
    ['conditions inside $and', { $and: [{ owner: 3 }, { at: { $lt: new Date(50) } }] }, {}, 5],
  ])('reads only what an index narrows: %s', (_, filter, sort, rows) => {
    const { filter: parsed, sort: fields } = selection(filter, sort);
    const plan = planQuery(store, parsed, fields);
    const reader = new CandidateReader(file, store, plan);
    while (reader.next(50).length > 0);
    expect(reader.rowsRead).toBe(rows);
    const [detail] = file.statement(`EXPLAIN QUERY PLAN ${candidateSql(store.table, plan)}`).all(0, 0, 0, 0);
    expect(detail?.['detail']).toMatch(/^SEARCH i USING (PRIMARY KEY|INDEX \w+) \(\(?key/);
  });

  it.each<[string, object, number | undefined]>([
    ['equality', { owner: 3 }, 100],
    ['a range after it', { owner: 3, at: { $gt: new Date(103) } }, 89],
    ['an upper bound alone', { owner: 3, at: { $lte: new Date(103) } }, 11],
    ['several values', { owner: { $in: [1, 2, 1] } }, 200],
    ['a value that is missing', { owner: 3, at: null }, 0],
    ['another field', { owner: 3, other: 1 }, undefined],
    ['numbers less than another, which NaN is not', { owner: { $lt: 3 } }, undefined],
    ['elements of arrays, which occur more than once', { tags: 'x' }, undefined],
    [
      'a field that is there, which the key of a missing one does not say',
      { owner: { $exists: true } },
      undefined,
    ],
    ['one of two', { $or: [{ owner: 3 }, { owner: 4 }] }, undefined],
  ])('counts keys where they say everything: %s', (_, asked, count) => {
    const plan = planQuery(store, selection(asked).filter, []);
    expect(plan.isExact ? countKeys(file, plan, { skip: 0, limit: 0 }) : undefined).toBe(count);
  });

  it('counts a page of keys', () => {
    const plan = planQuery(store, selection({ owner: { $in: [1, 2] } }).filter, []);
    const pages = [
      [190, 0],
      [0, 150],
      [150, 20],
      [300, 5],
    ] as const;
    expect(pages.map(([skip, limit]) => countKeys(file, plan, { skip, limit }))).toEqual([10, 150, 20, 0]);
  });

  it('takes the order from an index, forwards and backwards', () => {
    for (const at of [1, -1]) {
      const { filter, sort } = selection({ owner: 3 }, { at });
      const plan = planQuery(store, filter, sort);
      expect(plan).toMatchObject({ indexName: 'owner_1_at_-1', isSorted: true, isDescending: at === 1 });
      const reader = new CandidateReader(file, store, plan);
      const [first] = reader.next(1);
      expect(decodeExactly(first?.bytes ?? new Uint8Array())['at']).toEqual(new Date(at === 1 ? 3 : 993));
      expect(reader.rowsRead).toBe(1);
    }
  });

  it('does not take an order from an index over arrays', () => {
    const { filter, sort } = selection({}, { tags: 1 });
    expect(planQuery(store, filter, sort)).toMatchObject({ indexName: undefined, isSorted: false });
  });
});

describe('an index', () => {
  const scalar = fc.oneof(
    fc.integer({ min: -2, max: 3 }),
    fc.constantFrom(null, true, 'a', 'b', '', 1.5, new Date(0), Number.NaN, Infinity, { b: 1 }),
  );
  const value = fc.oneof(
    scalar,
    fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  );
  const inner = fc.oneof(value, fc.record({ b: value, c: value }, { requiredKeys: [] }));
  const field = fc.oneof(inner, fc.array(inner, { maxLength: 3 }));
  const documents = fc.array(fc.record({ a: field, d: scalar }, { requiredKeys: [] }), { maxLength: 12 });
  const path = fc.constantFrom('a', 'a.b', 'a.c', 'd');
  const way = fc.constantFrom(1, -1);
  const range = fc.record({ $gt: scalar, $lte: scalar, $gte: scalar, $lt: scalar }, { requiredKeys: [] });
  const condition = fc.oneof(
    ...[scalar, fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }), fc.record({ $exists: fc.boolean() })],
    range.filter((conditions) => Object.keys(conditions).length > 0),
  );
  const filter = fc.dictionary(path, condition, { maxKeys: 3, noNullPrototype: true });
  const index = fc.record(
    {
      key: fc.uniqueArray(fc.tuple(path, way), { minLength: 1, maxLength: 3, selector: ([name]) => name }),
      sparse: fc.boolean(),
    },
    { requiredKeys: ['key'] },
  );

  it('never changes an answer: pushed down equals read in full', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.array(index, { minLength: 1, maxLength: 3 }),
        filter,
        way,
        async (docs, made, asked, up) => {
          const plain = await collectionOf(docs, []);
          const sources = made.map(({ key, sparse }, at) => ({
            key: new Map(key),
            name: `i${String(at)}`,
            sparse,
          }));
          const indexed = await collectionOf(docs, []);
          for (const source of sources) {
            // Documents with parallel arrays and duplicate indexes are refused, as they should be.
            await indexed.file.writes
              .run(() => indexed.store.addIndex(toExact(source)))
              .catch(() => undefined);
          }
          const fresh = new Catalogue(indexed.file, 'test').findOrCreate('things');
          for (const sort of [{ _id: 1 }, { d: up, _id: up }]) {
            const chosen = selection(asked, sort);
            expect(matchingRows(indexed.file, fresh, chosen)).toEqual(
              matchingRows(plain.file, plain.store, chosen),
            );
          }
          const whole = selection(asked);
          const plan = planQuery(fresh, whole.filter, []);
          if (plan.isExact)
            expect(countKeys(indexed.file, plan, whole)).toBe(
              matchingRows(plain.file, plain.store, whole).length,
            );
          plain.file.close();
          indexed.file.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});
