import type { EmployeeVideoRow } from '@vault/contracts';
import { employeeVideosRequest, useListEmployeeVideosQuery } from '../../api/staff/employee-videos-api.ts';
import { useReadRows } from '../../api/staff/export-api.ts';
import { FilterChoice } from '../../components/admin/filter-choice.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import { adminVideosStrings as words } from './admin-videos.strings.ts';
import { videoColumns, videosSheet } from './video-columns.tsx';

const shape = {
  sorts: ['title', 'assetId', 'created_at'],
  filters: { state: Object.keys(words.states) },
} as const;

const idOf = ({ _id }: EmployeeVideoRow) => _id;

/** The videos of all users, page by page. */
export function VideoList() {
  const [address, actions] = useListAddress(shape);
  const { page, limit, sort, q, filters } = address;
  const query = { sort, q, ...filters };
  const answer = useListEmployeeVideosQuery({ ...query, page, limit }, { refetchOnMountOrArgChange: true });
  const readRows = useReadRows<EmployeeVideoRow>(
    (at, size) => employeeVideosRequest({ ...query, page: at, limit: size }),
    idOf,
  );
  return (
    <>
      <PageHead title={words.title} note={answer.data && words.count(answer.data.total)} />
      <ListView
        name={words.title}
        columns={videoColumns}
        idOf={idOf}
        answer={answer}
        address={address}
        actions={actions}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={
          <>
            <SearchField label={words.searchLabel} value={q} onSearch={actions.search} />
            <FilterChoice
              name="state"
              label={words.state}
              texts={{ '': words.allStates, ...words.states }}
              width="150px"
              filters={filters}
              actions={actions}
            />
          </>
        }
        sheet={<SheetButtons sheet={videosSheet} readRows={readRows} />}
      />
    </>
  );
}
