import { chakra } from '@chakra-ui/react';
import type { AuditRow } from '@vault/contracts';
import { errorMessage } from '../../api/error-message.ts';
import { auditRequest, useListAuditQuery } from '../../api/staff/audit-api.ts';
import { useReadRows } from '../../api/staff/export-api.ts';
import { Choice } from '../../components/choice.tsx';
import { DayField } from '../../components/admin/day-field.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import type { ListAddress, ListAddressActions } from '../../lib/use-list-address.ts';
import { adminAuditStrings as words } from './admin-audit.strings.ts';
import { auditColumns, auditSheet } from './audit-columns.tsx';

const auditActions = Object.keys(words.actions) as (keyof typeof words.actions)[];

const shape = {
  sorts: [],
  filters: { actor: 'text', subject: 'text', action: auditActions, from: 'day', to: 'day' },
} as const;

const actionOptions = [
  { value: '', text: words.allActions },
  ...auditActions.map((action) => ({ value: action, text: words.actions[action] })),
];

const idOf = ({ id }: AuditRow) => id;

/** A time of a day in UTC, in epoch seconds; undefined without a day. */
function edgeOf(day: string, time: string): number | undefined {
  return day === '' ? undefined : Date.parse(`${day}T${time}Z`) / 1_000;
}

type Filter = keyof (typeof shape)['filters'];

function AuditTools({
  filters,
  actions: { search, filter },
}: {
  filters: ListAddress<Filter>['filters'];
  actions: ListAddressActions;
}) {
  return (
    <>
      <SearchField
        label={words.actor}
        value={filters.actor}
        isNarrow
        onSearch={(text) => {
          search(text, 'actor');
        }}
      />
      <SearchField
        label={words.subject}
        value={filters.subject}
        isNarrow
        onSearch={(text) => {
          search(text, 'subject');
        }}
      />
      <Choice
        label={words.action}
        width="156px"
        isWhole
        value={filters.action}
        options={actionOptions}
        onChange={(value) => {
          filter('action', value);
        }}
      />
      <DayField
        label={words.from}
        value={filters.from}
        onChange={(day) => {
          filter('from', day);
        }}
      />
      <DayField
        label={words.to}
        value={filters.to}
        onChange={(day) => {
          filter('to', day);
        }}
      />
    </>
  );
}

/** What staff did, newest first. */
export function AuditList() {
  const [address, actions] = useListAddress(shape);
  const { page, limit, filters } = address;
  const query = {
    actor: filters.actor,
    subject: filters.subject,
    action: filters.action,
    from: edgeOf(filters.from, '00:00:00'),
    to: edgeOf(filters.to, '23:59:59'),
  };
  const answer = useListAuditQuery({ ...query, page, limit }, { refetchOnMountOrArgChange: true });
  const readRows = useReadRows<AuditRow>(
    (at, size) => auditRequest({ ...query, page: at, limit: size }),
    idOf,
  );
  return (
    <>
      <PageHead title={words.title} note={answer.data && words.count(answer.data.total)} />
      <ListView
        name={words.title}
        columns={auditColumns}
        idOf={idOf}
        answer={answer}
        failure={errorMessage(answer.error, '')}
        address={address}
        actions={actions}
        isSortable={false}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={<AuditTools filters={filters} actions={actions} />}
        sheet={<SheetButtons sheet={auditSheet} readRows={readRows} />}
      />
      <chakra.p mt="3" fontSize="xs" color="ink.muted">
        {words.utc}
      </chakra.p>
    </>
  );
}
