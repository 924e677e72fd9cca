import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Rows on a page that somebody may choose. */
export const pageSizes = [10, 25, 50, 100] as const;
const defaultSize = 25;
const mostPages = 100_000;
/** What need not stand in the address. */
const defaults: Readonly<Record<string, string | number>> = { page: 1, limit: defaultSize };
const longestText = 254;

/** What a filter takes: one of a few words, any text, or a day as `yyyy-MM-dd`. */
type FilterKind = readonly string[] | 'text' | 'day';

interface ListShape<Filter extends string> {
  /** Fields it can be sorted by. */
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<Filter, FilterKind>>;
}

/** Which part of a list is shown, as the address of the page has it; what is not asked for is empty. */
export interface ListAddress<Filter extends string> {
  readonly page: number;
  readonly limit: number;
  /** A field, or with a minus before it. */
  readonly sort: string;
  readonly q: string;
  readonly filters: Readonly<Record<Filter, string>>;
  readonly isFiltered: boolean;
}

type Changes = Readonly<Record<string, string | number>>;

export interface ListAddressActions {
  readonly goTo: (page: number) => void;
  readonly show: (limit: number) => void;
  readonly sortBy: (sort: string) => void;
  /** For words being typed, of the search or of a filter: they replace one another in the history. */
  readonly search: (text: string, name?: string) => void;
  readonly filter: (name: string, value: string) => void;
  readonly clear: () => void;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function validated(value: string, kind: FilterKind): string {
  if (kind === 'text') return value.slice(0, longestText);
  if (kind === 'day') return day.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  return kind.includes(value) ? value : '';
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function readAddress<Filter extends string>(
  params: URLSearchParams,
  { sorts, filters }: ListShape<Filter>,
): ListAddress<Filter> {
  const sort = params.get('sort') ?? '';
  const size = wholeNumber(params.get('limit'));
  const names = Object.keys(filters) as Filter[];
  const chosen = names.map((name) => [name, validated(params.get(name) ?? '', filters[name])] as const);
  const q = validated(params.get('q') ?? '', 'text');
  return {
    page: Math.min(mostPages, Math.max(1, wholeNumber(params.get('page')) ?? 1)),
    limit: pageSizes.find((each) => each === size) ?? defaultSize,
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : '',
    q,
    filters: Object.fromEntries(chosen) as Record<Filter, string>,
    isFiltered: q !== '' || chosen.some(([, value]) => value !== ''),
  };
}

/**
 * The state of a list, kept in the address of its page: a reload, a link and the way back lead to the same rows.
 * @param shape the same object each time
 */
export function useListAddress<Filter extends string>(
  shape: ListShape<Filter>,
): readonly [ListAddress<Filter>, ListAddressActions] {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readAddress(params, shape), [params, shape]);

  const change = (changes: Changes, replace = false) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        // Whatever changes, its first page is what somebody looks for.
        const all: Changes = { page: 1, ...changes };
        for (const [name, value] of Object.entries(all)) {
          if (value === '' || defaults[name] === value) after.delete(name);
          else after.set(name, String(value));
        }
        return after;
      },
      { replace, preventScrollReset: true },
    );
  };

  return [
    address,
    {
      goTo: (page) => {
        change({ page });
      },
      show: (limit) => {
        change({ limit });
      },
      sortBy: (sort) => {
        change({ sort });
      },
      search: (text, name = 'q') => {
        change({ [name]: text }, true);
      },
      filter: (name, value) => {
        change({ [name]: value });
      },
      clear: () => {
        change(Object.fromEntries(['q', ...Object.keys(shape.filters)].map((name) => [name, ''])));
      },
    },
  ];
}
