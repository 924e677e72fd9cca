import type { AuditRow } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

export function toAuditRow(entry: adminRpc.AuditEntry): AuditRow {
  const { id, at, actorId, actorEmail, subjectId, subjectName, startedId, clientAddress, msg } = entry;
  return {
    ...{ id, at, actor: { id: actorId, email: actorEmail } },
    action: entry.action as AuditRow['action'],
    subject: subjectId === '' ? null : { id: subjectId, name: subjectName },
    state: entry.state as AuditRow['state'],
    started_id: startedId === '' ? null : startedId,
    client_address: clientAddress,
    before: fieldsOf(entry.before),
    requested: fieldsOf(entry.requested),
    after: fieldsOf(entry.after),
    msg,
  };
}

function fieldsOf(json: string): AuditRow['before'] {
  return json === '' ? null : (JSON.parse(json) as AuditRow['before']);
}
