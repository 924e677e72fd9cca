import { useParams } from 'react-router-dom';
import { adminTokensStrings } from '../../features/admin-tokens/admin-tokens.strings.ts';
import { TokenHistories } from '../../features/admin-tokens/token-histories.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** The generations of one user and their cost. The address contains the user id. */
export function TokenHistoriesPage() {
  usePageTitle(adminTokensStrings.title);
  const { employeeId = '' } = useParams();
  return <TokenHistories employeeId={employeeId} />;
}
