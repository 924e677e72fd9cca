import type { AuditRow } from '@vault/contracts';
import { DayRange } from '../../../components/admin/list/day-range.tsx';
import { FilterSelect } from '../../../components/admin/list/filter-select.tsx';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import type { ListAddress } from '../../../components/admin/list/use-list-address.ts';
import { adminAuditStrings as strings } from '../admin-audit.strings.ts';
import { auditColumns } from './audit-columns.tsx';
import { listRequest, toListPage } from '../../../api/staff/list-page.ts';
import type { ListPage } from '../../../api/staff/list-page.ts';
import { staffApi } from '../../../api/staff/staff-api.ts';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

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

const auditApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<ListPage<AuditRow>, AuditQuery>({
      query: (query) => listRequest('/admin/audit', query),
      transformResponse: (rows: AuditRow[], meta) => toListPage(rows, meta),
      providesTags: ['Audit'],
    }),
  }),
});

export const { useListAuditQuery } = auditApi;

const shape = {
  sorts: [],
  filters: { actor: 'text', subject: 'text', action: Object.keys(strings.actions), from: 'day', to: 'day' },
} as const;

const idOf = ({ id }: AuditRow) => id;

/** A time of a day in UTC, in epoch seconds; undefined without a day. */
function edgeOf(day: string, time: string): number | undefined {
  return day === '' ? undefined : Date.parse(`${day}T${time}Z`) / 1_000;
}

/** The query of a page: the days of the address as times in UTC. */
function queryOf({ filters }: ListAddress<keyof (typeof shape)['filters']>) {
  const { from, to, ...texts } = filters;
  return { ...texts, from: edgeOf(from, '00:00:00'), to: edgeOf(to, '23:59:59') };
}

/** What staff did, and who could see portals, newest first. */
export function AuditList() {
  const list = useServerList({
    shape,
    queryOf,
    useQuery: useListAuditQuery,
    fileOf: (query) => ({ name: 'audit-log.csv', ...listRequest('/admin/audit.csv', query) }),
    idOf,
  });
  const { data } = list.answer;
  return (
    <>
      <PageHead title={strings.title} note={data && countOf(data.total, 'line')} />
      <ListView
        name={strings.title}
        list={list}
        columns={auditColumns}
        isSortable={false}
        empty={{
          title: 'No actions yet',
          text: 'Every sign-in and every change by staff, and who could see portals, is listed here and is never removed.',
        }}
        tools={
          <>
            <SearchField list={list} filter="actor" label={strings.actor} />
            <SearchField list={list} filter="subject" label={strings.subject} />
            <FilterSelect
              list={list}
              name="action"
              label={strings.action}
              texts={{ '': 'All actions', ...strings.actions }}
              width="156px"
              isWhole
            />
            <DayRange list={list} />
          </>
        }
      />
      <SmallText mt="3">
        Times are in UTC. A change by staff has two lines: one when it starts and one with its outcome.
      </SmallText>
    </>
  );
}
