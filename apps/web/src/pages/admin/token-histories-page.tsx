import { useParams } from 'react-router-dom';
import { adminTokensStrings } from '../../features/admin-tokens/admin-tokens.strings.ts';
import { TokenHistories } from '../../features/admin-tokens/token-histories.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** What users had written and what it cost; of whom, the address says. */
export function TokenHistoriesPage() {
  usePageTitle(adminTokensStrings.title);
  const { employeeId = '' } = useParams();
  return <TokenHistories employeeId={employeeId} />;
}
