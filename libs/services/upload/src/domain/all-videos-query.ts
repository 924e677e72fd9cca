import {
  AppError,
  readListRequest,
  videoStates,
  type FieldOrder,
  type ListRequest,
  type VideoState,
} from '@vault/contracts';

/** The most videos in one answer. */
const maxListed = 20_000;
const maxOwners = 500;

/** A list request of staff, unchecked. */
export interface AllVideosRequest extends ListRequest {
  readonly state: string;
  readonly orOwnerIds: readonly string[];
}

/** The checked request. */
export interface AllVideosQuery {
  readonly skip: number;
  readonly limit: number;
  readonly order: FieldOrder;
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
} as const;

/** @throws {AppError} invalid-input */
export function readAllVideosRequest(request: AllVideosRequest): AllVideosQuery {
  const { q, orOwnerIds } = request;
  const part = readListRequest(request, { orders, maxListed });
  if (orOwnerIds.length > maxOwners)
    throw new AppError('invalid-input', `At most ${String(maxOwners)} owners can be requested at once.`);
  const state = readState(request.state);
  return { ...part, ...(q === '' ? { orOwnerIds: [] } : { text: q, orOwnerIds }), ...(state && { state }) };
}

function readState(state: string): VideoState | 'stuck' | undefined {
  if (state === '') return undefined;
  const videoState = [...videoStates, 'stuck' as const].find((name) => name === state);
  if (!videoState) throw new AppError('invalid-input', 'That is not a state of a video.');
  return videoState;
}
