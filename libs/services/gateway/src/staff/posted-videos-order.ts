/** A row with its sort fields. */
export interface CountedRow {
  readonly id: string;
  readonly postedVideos: number;
  /** Epoch seconds. */
  readonly createdAt: number;
}

export interface PageOfOrder {
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
  /** 0 requests all rows. */
  readonly limit: number;
}

/** One page of the rows by number of videos; the newest first among equals, so that pages neither repeat nor skip. */
export function pageByPostedVideos<Row extends CountedRow>(
  rows: readonly Row[],
  { descending, page, limit }: PageOfOrder,
): Row[] {
  const sign = descending ? -1 : 1;
  const sorted = rows.toSorted(
    (a, b) => sign * (a.postedVideos - b.postedVideos) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1),
  );
  return limit === 0 ? sorted : sorted.slice((page - 1) * limit, page * limit);
}
