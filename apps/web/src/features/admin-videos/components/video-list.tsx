import type { EmployeeVideoRow } from '@vault/contracts';
import { useListEmployeeVideosQuery } from '../api/employee-videos-api.ts';
import { listRequest } from '../../../api/staff/list-page.ts';
import { FilterSelect } from '../../../components/admin/list/filter-select.tsx';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { adminVideosStrings as strings } from '../admin-videos.strings.ts';
import { RetryAllButton } from './retry-button.tsx';
import { videoColumns } from './video-columns.tsx';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { countOf } from '../../../lib/format/format-number.ts';

const shape = {
  sorts: ['title', 'assetId', 'created_at'],
  filters: { state: Object.keys(strings.states) },
} as const;

const idOf = ({ _id }: EmployeeVideoRow) => _id;

/** The videos of all users, page by page. */
export function VideoList() {
  const list = useServerList({
    shape,
    useQuery: useListEmployeeVideosQuery,
    fileOf: (query) => ({ name: 'videos.csv', ...listRequest('/admin/videos.csv', query) }),
    idOf,
  });
  const { data } = list.answer;
  const isFailedList = list.address.filters.state === 'failed';
  return (
    <>
      <PageHead title={strings.title} note={data && countOf(data.total, 'video')} />
      <ListView
        name={strings.title}
        list={list}
        columns={videoColumns}
        empty={{ title: 'No videos yet', text: 'Uploaded videos are listed here.' }}
        tools={
          <>
            <SearchField list={list} label="Search title, e-mail or id" />
            <FilterSelect
              list={list}
              name="state"
              label={strings.state}
              texts={{ '': 'All states', ...strings.states }}
              width="150px"
            />
            {isFailedList && data && data.total > 0 ? <RetryAllButton /> : null}
          </>
        }
      />
    </>
  );
}
