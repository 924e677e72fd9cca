/** The two plans a person can choose at registration. */
export const planIds = ['free', 'executive'] as const;

export type PlanId = (typeof planIds)[number];

export interface Plan {
  /** What forms and tables call it. */
  readonly label: string;
  /** What the pricing card calls it. */
  readonly name: string;
  /** US dollars a month. */
  readonly pricePerMonth: number;
  /** Videos in the library plus open uploads. */
  readonly videoLimit: number;
  /** Tokens granted at the start of each month. */
  readonly monthlyTokens: number;
}

export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    label: 'Free Trial',
    name: 'Curious Executive',
    pricePerMonth: 5,
    videoLimit: 2,
    monthlyTokens: 50_000,
  },
  executive: {
    label: 'Executive',
    name: 'Product Marketing Pro',
    pricePerMonth: 14,
    videoLimit: 20,
    monthlyTokens: 1_000_000,
  },
};

/** The longest webinar that is taken, in seconds. */
export const maxVideoSeconds = 3 * 60 * 60;

/** Rows on one page of the library, and the most a caller may ask for. */
export const pageSizeLimit = 100;

/** Most tokens that staff add or take away at once. */
export const addedTokensLimit = 100_000_000;
