import { metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';

/** Layout of a column; the cell definition renders the content. */
export interface ColumnLook {
  /** CSS width; columns without one share the remaining width. */
  readonly width?: string;
  readonly align?: 'end';
  /** The column that names its row: screen readers announce it as the row header. */
  readonly isName?: boolean;
  /** Name in cards, needed when the header is not plain text. */
  readonly label?: string;
}

/** Table features that run in the browser. The server does the sorting, filtering and paging. */
export const listFeatures = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});

export type ListFeatures = typeof listFeatures;

/** A column of a list. The `id` of a sortable column is the field that the server sorts by. */
export type ListColumn<Row extends object> = ColumnDef<ListFeatures, Row>;

/** The name of a column in plain text. */
export function columnLabel({ header, meta }: { header?: unknown; meta?: ColumnLook }): string {
  return meta?.label ?? (typeof header === 'string' ? header : '');
}
