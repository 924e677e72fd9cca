import type { OperationEstimate, OperationKind } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** The generation to estimate. The page itself adds the tokens of what the user types. */
export interface EstimateRequest {
  /** The session id of the upload, which is the video's `id`. */
  readonly passthrough: string;
  readonly kind: OperationKind;
  /** Start of the chapter that it is about. */
  readonly start?: string;
}

const estimateApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    estimate: build.query<OperationEstimate, EstimateRequest>({
      query: (params) => ({ url: '/muxupload/estimate', params, cache: 'no-store' }),
      // Every generation changes the balance.
      keepUnusedDataFor: 0,
    }),
  }),
});

/** The highest cost of a generation and the balance, in tokens; undefined while unknown. */
export function useEstimate(request: EstimateRequest): OperationEstimate | undefined {
  const { data } = estimateApi.useEstimateQuery(request, { refetchOnMountOrArgChange: true });
  return data;
}
