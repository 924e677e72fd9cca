import { videoStates, type VideoState } from '@vault/contracts';
import { AppError } from '@vault/platform';

/** Videos that are listed at once, when no page is asked for. */
export const mostListed = 20_000;
const mostOwners = 500;
const longestText = 200;

/** What staff ask for. */
export interface AllVideosRequest {
  readonly page: number;
  readonly limit: number;
  readonly sort: string;
  readonly descending: boolean;
  readonly q: string;
  readonly state: string;
  readonly orOwnerIds: readonly string[];
}

/** The fields of a record that are sorted by, the first deciding; 1 is from the smallest up. */
export type VideoOrder = Readonly<
  Partial<Record<'titleKey' | 'assetId' | 'createdAt' | 'state' | '_id', 1 | -1>>
>;

/** The same, checked. */
export interface AllVideosQuery {
  readonly skip: number;
  readonly limit: number;
  readonly order: VideoOrder;
  /** Part of the title in any case, or an id; undefined takes all. */
  readonly text?: string;
  /** With a text: videos of these owners match as well. */
  readonly orOwnerIds: readonly string[];
  readonly state?: VideoState | 'stuck';
}

/** By each name, from the smallest up. What is equal is in the order of an index all the same. */
const orders = {
  title: { titleKey: 1, _id: 1 },
  asset_id: { assetId: 1, _id: 1 },
  created_at: { createdAt: 1, _id: 1 },
  state: { state: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, VideoOrder>;

/** @throws {AppError} invalid-input */
export function readAllVideosRequest(request: AllVideosRequest): AllVideosQuery {
  const { page, limit, q, orOwnerIds } = request;
  if (page < 0 || limit < 0 || limit > mostListed)
    throw new AppError('invalid-input', `At most ${String(mostListed)} videos are listed at once.`);
  if (orOwnerIds.length > mostOwners)
    throw new AppError('invalid-input', `At most ${String(mostOwners)} owners can be asked for at once.`);
  if (q.length > longestText)
    throw new AppError('invalid-input', `Please look for at most ${String(longestText)} characters.`);
  const state = readState(request.state);
  return {
    ...(limit === 0 ? { skip: 0, limit: mostListed } : { skip: (Math.max(page, 1) - 1) * limit, limit }),
    order: readOrder(request),
    ...(q === '' ? { orOwnerIds: [] } : { text: q, orOwnerIds }),
    ...(state && { state }),
  };
}

function readOrder({ sort, descending }: AllVideosRequest): VideoOrder {
  const name = sort || 'created_at';
  if (!Object.hasOwn(orders, name)) throw new AppError('invalid-input', 'Videos cannot be sorted by that.');
  const order: VideoOrder = orders[name as keyof typeof orders];
  if (!descending) return order;
  return Object.fromEntries(Object.entries(order).map(([field, way]) => [field, -way]));
}

function readState(state: string): VideoState | 'stuck' | undefined {
  if (state === '') return undefined;
  const known = [...videoStates, 'stuck' as const].find((each) => each === state);
  if (!known) throw new AppError('invalid-input', 'Videos are never in that state.');
  return known;
}
