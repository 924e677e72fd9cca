/** What a fixture says of its data, as the product of its version answered. */
export interface ExpectedData {
  /** The commit that made the data. */
  readonly commit: string;
  readonly email: string;
  readonly userId: string;
  readonly balance: number;
  /** Amounts of the ledger, newest first. */
  readonly ledger: readonly number[];
  /** Title, description and chapters were edited. */
  readonly edited: ExpectedVideo;
  readonly untouched: ExpectedVideo;
  readonly deletedId: string;
  /** A word that both transcripts have. */
  readonly spoken: string;
  /** Absent where the version has none. */
  readonly momentId?: string;
  readonly portalSlug?: string;
}

export interface ExpectedVideo {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly chapters: readonly { readonly start: string; readonly title: string }[];
}
