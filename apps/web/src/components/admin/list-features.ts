import { metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';

/** How a column looks; what it shows says its cell. */
export interface ColumnLook {
  /** As CSS has it; what is left over is shared by those without. */
  readonly width?: string;
  readonly align?: 'end';
  /** Names its row: read out with each cell of it. */
  readonly isName?: boolean;
  /** Its name where rows are cards, when its header is more than a text. */
  readonly label?: string;
}

/** What the tables of the admin area can do themselves: the server sorts, filters and pages. */
export const listFeatures = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});

export type ListFeatures = typeof listFeatures;

/** A column of a list. Its `id` is the field the server sorts by, where it can be sorted. */
export type ListColumn<Row extends object> = ColumnDef<ListFeatures, Row>;

/** The name of a column in plain text. */
export function columnLabel({ header, meta }: { header?: unknown; meta?: ColumnLook }): string {
  return meta?.label ?? (typeof header === 'string' ? header : '');
}
