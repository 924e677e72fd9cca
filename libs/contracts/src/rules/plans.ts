/** The two plans a person can choose at registration. */
export const planIds = ['free', 'executive'] as const;

export type PlanId = (typeof planIds)[number];

export interface Plan {
  /** Name in forms and tables. */
  readonly label: string;
  /** Name on the pricing card. */
  readonly name: string;
  /** US dollars a month. */
  readonly pricePerMonth: number;
  /** Videos in the library plus open uploads. */
  readonly videoLimit: number;
  /** Tokens granted at the start of each month. */
  readonly monthlyTokens: number;
  /** Portals; 0 without them. */
  readonly portalLimit: number;
}

export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    label: 'Free Trial',
    name: 'Curious Executive',
    pricePerMonth: 5,
    videoLimit: 2,
    monthlyTokens: 50_000,
    portalLimit: 0,
  },
  executive: {
    label: 'Executive',
    name: 'Product Marketing Pro',
    pricePerMonth: 14,
    videoLimit: 20,
    monthlyTokens: 1_000_000,
    portalLimit: 10,
  },
};

/** Why a person of a plan without portals gets none. */
export const noPortalsInPlan = 'Portals are part of the executive plan. Ask for it on your account page.';

/** Maximum duration of a webinar, in seconds. */
export const maxVideoSeconds = 3 * 60 * 60;

/** Default and maximum number of rows of a page. */
export const pageSizeLimit = 100;

/** Maximum number of tokens that staff add or remove in one edit. */
export const addedTokensLimit = 100_000_000;
