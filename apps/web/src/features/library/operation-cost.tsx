import { useEstimate } from '../../api/estimate-api.ts';
import { CostLine } from '../../components/cost-line.tsx';

/** What new chapters, or a new summary, may cost. */
export function OperationCost({ videoId, kind }: { videoId: string; kind: 'chapters' | 'summary' }) {
  return <CostLine estimate={useEstimate({ passthrough: videoId, kind })} />;
}
