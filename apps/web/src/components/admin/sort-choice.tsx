import type { ReactTable } from '@tanstack/react-table';
import { Choice } from '../choice.tsx';
import { columnLabel } from './list-features.ts';
import type { ListFeatures } from './list-features.ts';
import { listStrings as words } from './list.strings.ts';

interface SortChoiceProps<Row extends object> {
  table: ReactTable<ListFeatures, Row>;
  sort: string;
  onSort: (sort: string) => void;
}

/** Select for the order of a list that is shown as cards. */
export function SortChoice<Row extends object>({ table, sort, onSort }: SortChoiceProps<Row>) {
  const options = table
    .getAllFlatColumns()
    .filter((column) => column.getCanSort())
    .flatMap(({ id, columnDef }) => {
      const name = columnLabel(columnDef);
      return [
        { value: id, text: words.ascending(name) },
        { value: `-${id}`, text: words.descending(name) },
      ];
    });
  return (
    <Choice
      label={words.sortBy}
      value={sort}
      options={[{ value: '', text: words.newestFirst }, ...options]}
      onChange={onSort}
    />
  );
}
