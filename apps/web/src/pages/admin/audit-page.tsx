import { adminAuditStrings } from '../../features/admin-audit/admin-audit.strings.ts';
import { AuditList } from '../../features/admin-audit/audit-list.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** The audit log of staff actions. */
export function AuditPage() {
  usePageTitle(adminAuditStrings.title);
  return <AuditList />;
}
