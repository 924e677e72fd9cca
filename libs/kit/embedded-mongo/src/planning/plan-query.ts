import type { Bound, Filter } from '../query/filter.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { idIndex, type CollectionStore } from '../storage/collection-store.ts';
import type { IndexDefinition } from '../storage/index-definition.ts';
import { rangesOf, type IndexRanges } from './index-ranges.ts';
import { allKeys, type QueryPlan } from './query-plan.ts';

interface Offer {
  plan: QueryPlan;
  worth: number;
}

/** The cheapest way to find the candidates of a filter, in the order of the sort where an index has it. */
export function planQuery(store: CollectionStore, filter: Filter, sort: readonly OrderedField[]): QueryPlan {
  const offers = [
    offerOf(store.table, idIndex, false, filter, sort),
    ...store.indexes
      .filter(({ definition }) => coversFilter(definition, filter))
      .map(({ table, definition, isMultikey }) => offerOf(table, definition, isMultikey, filter, sort)),
  ];
  const best = offers.reduce((left, right) => (right.worth > left.worth ? right : left));
  return best.worth > 0 ? best.plan : scanOf(store, sort);
}

/** Whether the index contains every document that the filter matches. */
const coversFilter = ({ isSparse, fields }: IndexDefinition, { bounds }: Filter): boolean =>
  !isSparse || fields.some(({ path }) => bounds.some((bound) => bound.path === path && demandsField(bound)));

/** Whether only documents that have the field can match the bound. */
function demandsField(bound: Bound): boolean {
  if (bound.operator === '$exists') return bound.value;
  if (bound.operator === '$in') return bound.values.every((value) => value !== null && !Array.isArray(value));
  return bound.value !== null;
}

const scanOf = ({ table }: CollectionStore, sort: readonly OrderedField[]): QueryPlan => ({
  indexName: undefined,
  table,
  ranges: [allKeys],
  isDescending: false,
  isSorted: sort.length === 0,
  mayRepeat: false,
  isExact: false,
});

function offerOf(
  table: string,
  index: IndexDefinition,
  isMultikey: boolean,
  filter: Filter,
  sort: readonly OrderedField[],
): Offer {
  const found = rangesOf(index.fields, isMultikey, filter);
  const direction = isMultikey ? undefined : directionFor(index, found, filter, sort);
  const plan: QueryPlan = {
    indexName: index.name,
    table,
    ranges: found.ranges,
    isDescending: direction === -1,
    isSorted: sort.length === 0 || direction !== undefined,
    mayRepeat: isMultikey,
    isExact: filter.isBounds && found.isExact,
  };
  return { plan, worth: worthOf(index, found, direction !== undefined) };
}

/** Preferred: one unique key, then more equal fields, then a range, then an order. */
function worthOf(index: IndexDefinition, { equalFields, hasRange }: IndexRanges, isOrdered: boolean): number {
  const isPlace = equalFields === index.fields.length && (index.isUnique || index === idIndex);
  return (isPlace ? 1000 : 0) + equalFields * 10 + (hasRange ? 6 : 0) + (isOrdered ? 3 : 0);
}

/** The direction, 1 or -1, in which the index has the order of the sort. */
function directionFor(
  index: IndexDefinition,
  { ranges, equalFields }: IndexRanges,
  filter: Filter,
  sort: readonly OrderedField[],
): 1 | -1 | undefined {
  const fixed = new Set(index.fields.slice(0, equalFields).map(({ path }) => path));
  if (sort.length === 0 || (equalFields > 0 && (ranges.length > 1 || !hasSingleValues(fixed, filter))))
    return undefined;
  const sortFields = sort.filter(({ path }) => !fixed.has(path));
  const rest = index.fields.slice(equalFields);
  const [first] = sortFields;
  if (first === undefined) return 1;
  if (sortFields.length > rest.length) return undefined;
  const direction = rest[0]?.direction === first.direction ? 1 : -1;
  const fits = sortFields.every(({ path, direction: way }, at) => {
    const field = rest[at];
    return field?.path === path && field.direction * direction === way;
  });
  return fits ? direction : undefined;
}

const hasSingleValues = (paths: ReadonlySet<string>, filter: Filter): boolean =>
  [...paths].every((path) =>
    filter.bounds.some(
      (bound) => bound.operator === '$in' && bound.path === path && bound.values.length === 1,
    ),
  );
