import { videoStates, type VideoState } from '@vault/contracts';
import { AppError } from '@vault/contracts';

/** Steps in which the host or chaptering works on a video that has arrived. */
export const processingStates = [
  'processing',
  'captioning',
  'chaptering',
] as const satisfies readonly VideoState[];

/**
 * Three hours of video that must be re-encoded take about an hour on two cores, its captions six minutes. A video that
 * stays in one step for longer than this is stuck.
 */
const maxStepMs = 2 * 60 * 60 * 1_000;

/** A video that entered its current step at this time or earlier is stuck. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - maxStepMs);
}

/** The most videos in one answer. */
export const maxListed = 20_000;
const maxOwners = 500;
const maxTextLength = 200;

/** A list request of staff, unchecked. */
export interface AllVideosRequest {
  readonly page: number;
  readonly limit: number;
  readonly sort: string;
  readonly descending: boolean;
  readonly q: string;
  readonly state: string;
  readonly orOwnerIds: readonly string[];
}

/** Sort fields, the most significant first; 1 is ascending, -1 descending. */
export type VideoOrder = Readonly<
  Partial<Record<'titleKey' | 'assetId' | 'createdAt' | 'state' | '_id', 1 | -1>>
>;

/** The checked request. */
export interface AllVideosQuery {
  readonly skip: number;
  readonly limit: number;
  readonly order: VideoOrder;
  /** Part of the title, case-insensitive, or an id; undefined matches all. */
  readonly text?: string;
  /** With a text: videos of these owners match as well. */
  readonly orOwnerIds: readonly string[];
  readonly state?: VideoState | 'stuck';
}

/** Ascending orders by name. Equal values follow the order of an index, so that every page is stable. */
const orders = {
  title: { titleKey: 1, _id: 1 },
  asset_id: { assetId: 1, _id: 1 },
  created_at: { createdAt: 1, _id: 1 },
  state: { state: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, VideoOrder>;

/** @throws {AppError} invalid-input */
export function readAllVideosRequest(request: AllVideosRequest): AllVideosQuery {
  const { page, limit, q, orOwnerIds } = request;
  if (page < 0 || limit < 0 || limit > maxListed)
    throw new AppError('invalid-input', `At most ${String(maxListed)} videos are listed at once.`);
  if (orOwnerIds.length > maxOwners)
    throw new AppError('invalid-input', `At most ${String(maxOwners)} owners can be requested at once.`);
  if (q.length > maxTextLength)
    throw new AppError('invalid-input', `Please search for at most ${String(maxTextLength)} characters.`);
  const state = readState(request.state);
  return {
    ...(limit === 0 ? { skip: 0, limit: maxListed } : { skip: (Math.max(page, 1) - 1) * limit, limit }),
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
  return Object.fromEntries(Object.entries(order).map(([field, direction]) => [field, -direction]));
}

function readState(state: string): VideoState | 'stuck' | undefined {
  if (state === '') return undefined;
  const known = [...videoStates, 'stuck' as const].find((each) => each === state);
  if (!known) throw new AppError('invalid-input', 'That is not a state of a video.');
  return known;
}
