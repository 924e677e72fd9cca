import { Badge, chakra } from '@chakra-ui/react';
import type { AuditRow } from '@vault/contracts';
import { MomentText } from '../../../components/admin/moment-text.tsx';
import { WholeDays } from '../../../components/admin/whole-days.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { adminAuditStrings as strings } from '../admin-audit.strings.ts';
import { actorName } from '../model/actor-name.ts';
import { fieldChanges } from '../model/field-changes.ts';
import { countOf } from '../../../lib/format/format-number.ts';

const palettes = { started: 'gray', done: 'green', failed: 'red' } as const;
const maxFields = 6;

function Changes({ row }: { row: AuditRow }) {
  const changes = fieldChanges(row);
  return (
    <chakra.span display="block" fontSize="xs" lineHeight="1.5" fontVariantNumeric="tabular-nums">
      {changes.slice(0, maxFields).map(({ name, before, after }) => (
        <chakra.span key={name} display="block">
          <chakra.span color="ink.muted">{name}: </chakra.span>
          {before === '' ? null : (
            <chakra.span color="ink.muted">
              <WholeDays text={before} /> →{' '}
            </chakra.span>
          )}
          <WholeDays text={after || strings.nobody} />
        </chakra.span>
      ))}
      {changes.length > maxFields ? (
        <chakra.span color="ink.muted">{`and ${countOf(changes.length - maxFields, 'more field', 'more fields')}`}</chakra.span>
      ) : null}
      {row.msg === '' ? null : (
        <chakra.span display="block" color="signal">
          {row.msg}
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** Columns of the audit log: always newest first. */
export const auditColumns: readonly ListColumn<AuditRow>[] = [
  { id: 'at', header: strings.when, width: '112px', cell: ({ at }) => <MomentText at={at} /> },
  { id: 'actor', header: strings.actor, width: '18%', cell: actorName },
  {
    id: 'action',
    header: strings.action,
    isName: true,
    width: '132px',
    cell: ({ action }) => <chakra.span fontWeight="strong">{strings.actions[action]}</chakra.span>,
  },
  {
    id: 'subject',
    header: strings.subject,
    width: '21%',
    cell: ({ subject }) => <chakra.span title={subject?.id}>{subject?.name || strings.nobody}</chakra.span>,
  },
  {
    id: 'state',
    header: strings.outcome,
    width: '92px',
    cell: ({ state }) => <Badge colorPalette={palettes[state]}>{strings.states[state]}</Badge>,
  },
  { id: 'changes', header: 'Changes', cell: (row) => <Changes row={row} /> },
  {
    id: 'client_address',
    header: strings.address,
    width: '124px',
    cell: ({ client_address }) => (
      <chakra.span fontFamily="mono" fontSize="xs">
        {client_address || strings.nobody}
      </chakra.span>
    ),
  },
];
