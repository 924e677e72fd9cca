import { chakra, Input } from '@chakra-ui/react';
import type { AuditRow } from '@vault/contracts';
import { useId } from 'react';
import { useReadRows } from '../../api/staff/export-api.ts';
import { FilterChoice } from '../../components/admin/filter-choice.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import type { ListAddress, ListAddressActions } from '../../lib/use-list-address.ts';
import { adminAuditStrings as words } from './admin-audit.strings.ts';
import { auditColumns, auditSheet } from './audit-columns.tsx';
import { listRequest, toListPage } from '../../api/staff/list-page.ts';
import type { ListPage } from '../../api/staff/list-page.ts';
import { staffApi } from '../../api/staff/staff-api.ts';

interface DayFieldProps {
  label: string;
  /** `yyyy-MM-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** A date filter of a list. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <chakra.div display="grid" gap="1" flex={{ base: '1 1 40%', sm: 'none' }}>
      <chakra.label htmlFor={id} fontSize="xs" color="ink.muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        size="sm"
        width={{ base: 'full', sm: '140px' }}
        max="9999-12-31"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </chakra.div>
  );
}

/** Filters of the audit log, which is sorted newest first. */
interface AuditQuery {
  readonly page: number;
  readonly limit: number;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Epoch seconds. */
  readonly from?: number;
  /** Epoch seconds. */
  readonly to?: number;
}

const auditRequest = (query: AuditQuery) => listRequest('/admin/audit', query);

const auditApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<ListPage<AuditRow>, AuditQuery>({
      query: auditRequest,
      transformResponse: (rows: AuditRow[], meta) => toListPage(rows, meta),
      providesTags: ['Audit'],
    }),
  }),
});

export const { useListAuditQuery } = auditApi;

const shape = {
  sorts: [],
  filters: { actor: 'text', subject: 'text', action: Object.keys(words.actions), from: 'day', to: 'day' },
} as const;

const idOf = ({ id }: AuditRow) => id;

/** A time of a day in UTC, in epoch seconds; undefined without a day. */
function edgeOf(day: string, time: string): number | undefined {
  return day === '' ? undefined : Date.parse(`${day}T${time}Z`) / 1_000;
}

type Filter = keyof (typeof shape)['filters'];

function AuditTools({
  filters,
  actions,
}: {
  filters: ListAddress<Filter>['filters'];
  actions: ListAddressActions;
}) {
  const { search, filter } = actions;
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
      <FilterChoice
        name="action"
        label={words.action}
        texts={{ '': words.allActions, ...words.actions }}
        width="156px"
        isWhole
        filters={filters}
        actions={actions}
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
