import type { EmployeeVideoRow } from '@vault/contracts';
import { errorMessage } from '../../api/error-message.ts';
import { employeeVideosRequest, useListEmployeeVideosQuery } from '../../api/staff/employee-videos-api.ts';
import { useReadRows } from '../../api/staff/export-api.ts';
import { Choice } from '../../components/choice.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import { adminVideosStrings as words } from './admin-videos.strings.ts';
import { videoColumns, videosSheet } from './video-columns.tsx';

const videoStates = Object.keys(words.states) as (keyof typeof words.states)[];

const shape = {
  sorts: ['title', 'assetId', 'created_at'],
  filters: { state: videoStates },
} as const;

const stateOptions = [
  { value: '', text: words.allStates },
  ...videoStates.map((state) => ({ value: state, text: words.states[state] })),
];

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
        failure={errorMessage(answer.error, '')}
        address={address}
        actions={actions}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={
          <>
            <SearchField label={words.searchLabel} value={q} onSearch={actions.search} />
            <Choice
              label={words.state}
              width="150px"
              value={filters.state}
              options={stateOptions}
              onChange={(value) => {
                actions.filter('state', value);
              }}
            />
          </>
        }
        sheet={<SheetButtons sheet={videosSheet} readRows={readRows} />}
      />
    </>
  );
}
