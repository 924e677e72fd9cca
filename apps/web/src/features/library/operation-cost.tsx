import { useEstimate } from '../../api/estimate-api.ts';
import { CostLine } from '../../components/cost-line.tsx';

/** The estimated cost of new chapters or of a new summary. */
export function OperationCost({ videoId, kind }: { videoId: string; kind: 'chapters' | 'summary' }) {
  return <CostLine estimate={useEstimate({ passthrough: videoId, kind })} />;
}
