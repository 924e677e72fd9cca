import type { ReactNode } from 'react';

/** A column of a list. The `id` of a sortable column is the field that the server sorts by. */
export interface ListColumn<Row> {
  readonly id: string;
  /** The name of the column, also in cards. */
  readonly header: string;
  /** Shown instead of the plain name. */
  readonly heading?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the remaining width. */
  readonly width?: string;
  /** The order of the first click on its name; absent when the server does not sort by it. */
  readonly sortable?: 'ascending' | 'descending';
  readonly align?: 'end';
  /** The column that names its row: screen readers announce it as the row header. */
  readonly isName?: boolean;
}
