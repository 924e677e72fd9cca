import { Badge, chakra } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import type { AuditRow } from '@vault/contracts';
import { MomentText } from '../../../components/admin/moment-text.tsx';
import { WholeDays } from '../../../components/admin/whole-days.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import type { SpreadsheetExport } from '../../../components/admin/list/use-spreadsheet-export.ts';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { adminAuditStrings as strings } from '../admin-audit.strings.ts';
import { actorName } from '../model/actor-name.ts';
import { fieldChanges } from '../model/field-changes.ts';
import { countOf } from '../../../lib/format/format-number.ts';

const helper = createColumnHelper<ListFeatures, AuditRow>();
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
export const auditColumns = [
  helper.accessor('at', {
    header: strings.when,
    meta: { width: '112px' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  helper.accessor(actorName, { id: 'actor', header: strings.actor, meta: { width: '18%' } }),
  helper.accessor('action', {
    header: strings.action,
    meta: { isName: true, width: '132px' },
    cell: ({ getValue }) => <chakra.span fontWeight="strong">{strings.actions[getValue()]}</chakra.span>,
  }),
  helper.accessor((row) => row.subject?.name ?? '', {
    id: 'subject',
    header: strings.subject,
    meta: { width: '21%' },
    cell: ({ row: { original }, getValue }) => (
      <chakra.span title={original.subject?.id}>{getValue() || strings.nobody}</chakra.span>
    ),
  }),
  helper.accessor('state', {
    header: strings.outcome,
    meta: { width: '92px' },
    cell: ({ getValue }) => <Badge colorPalette={palettes[getValue()]}>{strings.states[getValue()]}</Badge>,
  }),
  helper.display({
    id: 'changes',
    header: 'Changes',
    cell: ({ row: { original } }) => <Changes row={original} />,
  }),
  helper.accessor('client_address', {
    header: strings.address,
    meta: { width: '124px' },
    cell: ({ getValue }) => (
      <chakra.span fontFamily="mono" fontSize="xs">
        {getValue() || strings.nobody}
      </chakra.span>
    ),
  }),
] as ListColumn<AuditRow>[];

const asText = (fields: AuditRow['before']) => (fields ? JSON.stringify(fields) : '');

/** The audit log as it is exported. */
export const auditExport: SpreadsheetExport<AuditRow> = {
  name: 'audit-log',
  header: [
    strings.when,
    strings.actor,
    strings.action,
    strings.subject,
    'Subject ID',
    strings.outcome,
    'Before',
    'Requested',
    'After',
    'Reason',
    strings.address,
    'ID',
    'Started by line',
  ],
  cellsOf: (row) => [
    formatMoment(row.at),
    actorName(row),
    strings.actions[row.action],
    row.subject?.name ?? '',
    row.subject?.id ?? '',
    strings.states[row.state],
    asText(row.before),
    asText(row.requested),
    asText(row.after),
    row.msg,
    row.client_address,
    row.id,
    row.started_id,
  ],
};
