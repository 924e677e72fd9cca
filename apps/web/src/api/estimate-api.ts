import type { OperationEstimate, OperationKind } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** What would be written. Words that a person types on top are counted by the page. */
export interface EstimateAsked {
  /** The session id of the upload, which is the video's `id`. */
  readonly passthrough: string;
  readonly kind: OperationKind;
  /** The chapter it would be about. */
  readonly start?: string;
}

const estimateApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    estimate: build.query<OperationEstimate, EstimateAsked>({
      query: (params) => ({ url: '/muxupload/estimate', params, cache: 'no-store' }),
      // What may be spent changes with everything that is written.
      keepUnusedDataFor: 0,
    }),
  }),
});

/** What something may cost and what there is to spend; undefined while nobody knows. */
export function useEstimate(asked: EstimateAsked): OperationEstimate | undefined {
  const { data } = estimateApi.useEstimateQuery(asked, { refetchOnMountOrArgChange: true });
  return data;
}
