import type { EmployeeVideoRow } from '@vault/contracts';
import { employeeVideosRequest, useListEmployeeVideosQuery } from '../api/employee-videos-api.ts';
import { FilterChoice } from '../../../components/admin/list/filter-choice.tsx';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { adminVideosStrings as words } from '../admin-videos.strings.ts';
import { RetryAllButton } from './retry-button.tsx';
import { videoColumns, videosSheet } from './video-columns.tsx';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { countOf } from '../../../lib/format/format-number.ts';

const shape = {
  sorts: ['title', 'assetId', 'created_at'],
  filters: { state: Object.keys(words.states) },
} as const;

const idOf = ({ _id }: EmployeeVideoRow) => _id;

/** The videos of all users, page by page. */
export function VideoList() {
  const list = useServerList({
    shape,
    useQuery: useListEmployeeVideosQuery,
    requestOf: employeeVideosRequest,
    idOf,
  });
  const { data } = list.answer;
  const isFailedList = list.address.filters.state === 'failed';
  return (
    <>
      <PageHead title={words.title} note={data && countOf(data.total, 'video')} />
      <ListView
        name={words.title}
        list={list}
        columns={videoColumns}
        empty={{ title: 'No videos yet', text: 'Uploaded videos are listed here.' }}
        tools={
          <>
            <SearchField list={list} label="Search title, e-mail or id" />
            <FilterChoice
              list={list}
              name="state"
              label={words.state}
              texts={{ '': 'All states', ...words.states }}
              width="150px"
            />
            {isFailedList && data && data.total > 0 ? <RetryAllButton /> : null}
          </>
        }
        sheet={videosSheet}
      />
    </>
  );
}
