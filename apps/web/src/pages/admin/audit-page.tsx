import { AuditList } from '../../features/admin-audit/components/audit-list.tsx';

/** The audit log of staff actions. */
export function AuditPage() {
  return <AuditList />;
}
