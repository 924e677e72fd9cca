import { useEstimate } from '../../api/estimate-api.ts';
import type { EstimateRequest } from '../../api/estimate-api.ts';
import { CostLine } from '../../components/cost-line.tsx';
import { approximateTokens } from '../../lib/token-estimate.ts';

/** The estimated cost of a generation. The typed text is added to the estimate. */
export function OperationCost({ request, typed = '' }: { request: EstimateRequest; typed?: string }) {
  return <CostLine estimate={useEstimate(request)} typed={approximateTokens(typed)} />;
}
