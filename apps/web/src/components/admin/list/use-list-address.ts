import { cutText } from '@vault/webvtt';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Page sizes that the user can choose. */
export const pageSizes = [10, 25, 50, 100] as const;
const defaultSize = 25;
const maxPage = 100_000;
/** Default values, which are left out of the address. */
const defaults: Readonly<Record<string, string | number>> = { page: 1, limit: defaultSize };
const maxTextLength = 254;

/** Values of a filter: one of a list, any text, or a day as `yyyy-MM-dd`. */
type FilterKind = readonly string[] | 'text' | 'day';

export interface ListShape<Filter extends string> {
  /** Fields it can be sorted by. */
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<Filter, FilterKind>>;
}

/** The state of a list in the address of its page; parameters that are not set are empty. */
export interface ListAddress<Filter extends string> {
  readonly page: number;
  readonly limit: number;
  /** Field to sort by, descending with a leading minus. */
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
  /** Sets typed text, of the search or of a text filter; replaces the history entry. */
  readonly search: (text: string, name?: string) => void;
  readonly filter: (name: string, value: string) => void;
  readonly clear: () => void;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function validated(value: string, kind: FilterKind): string {
  if (kind === 'text') return cutText(value, maxTextLength);
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
    page: Math.min(maxPage, Math.max(1, wholeNumber(params.get('page')) ?? 1)),
    limit: pageSizes.find((each) => each === size) ?? defaultSize,
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : '',
    q,
    filters: Object.fromEntries(chosen) as Record<Filter, string>,
    isFiltered: q !== '' || chosen.some(([, value]) => value !== ''),
  };
}

/**
 * Keeps the state of a list in the address of its page: a reload, a link and the Back button lead to the same rows.
 * @param shape must be the same object on every render
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
        // Every change shows the first page, unless it sets the page.
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
      goTo: (page) => change({ page }),
      show: (limit) => change({ limit }),
      sortBy: (sort) => change({ sort }),
      search: (text, name = 'q') => change({ [name]: text }, true),
      filter: (name, value) => change({ [name]: value }),
      clear: () => {
        change(Object.fromEntries(['q', ...Object.keys(shape.filters)].map((name) => [name, ''])));
      },
    },
  ];
}
