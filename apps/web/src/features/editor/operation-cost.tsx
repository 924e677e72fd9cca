import { useEstimate } from '../../api/estimate-api.ts';
import type { EstimateAsked } from '../../api/estimate-api.ts';
import { CostLine } from '../../components/cost-line.tsx';
import { approximateTokens } from '../../lib/token-estimate.ts';

/** What something may cost before it is written; what a person types counts as it is typed. */
export function OperationCost({ asked, typed = '' }: { asked: EstimateAsked; typed?: string }) {
  return <CostLine estimate={useEstimate(asked)} typed={approximateTokens(typed)} />;
}
