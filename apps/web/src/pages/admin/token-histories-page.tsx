import { useParams } from 'react-router-dom';
import { TokenHistories } from '../../features/admin-tokens/components/token-histories.tsx';

/** The generations of one user and their cost. The address contains the user id. */
export function TokenHistoriesPage() {
  const { employeeId = '' } = useParams();
  return <TokenHistories employeeId={employeeId} />;
}
