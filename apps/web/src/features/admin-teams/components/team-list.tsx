import type { TeamRow } from '@vault/contracts';
import { useMemo } from 'react';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { useListTeamsQuery } from '../../../api/staff/teams-api.ts';
import { adminTeamsStrings as strings } from '../admin-teams.strings.ts';
import { teamColumns } from './team-columns.tsx';
import { useTeamDialog } from './use-team-dialog.tsx';

const shape = { sorts: [], filters: {} } as const;
const idOf = ({ _id }: TeamRow) => _id;

/** All teams, page by page, with the dialog that edits one. */
export function TeamList() {
  const list = useServerList({ shape, useQuery: useListTeamsQuery, idOf });
  const { data } = list.answer;
  const { actions, dialog } = useTeamDialog();
  const { onEdit, onGrant } = actions;
  const columns = useMemo(() => teamColumns({ onEdit, onGrant }), [onEdit, onGrant]);
  return (
    <>
      <PageHead title={strings.title} note={data && countOf(data.total, 'team')} />
      <ListView
        name={strings.title}
        list={list}
        columns={columns}
        isSortable={false}
        empty={{ title: 'No teams yet', text: 'Teams that users create are listed here.' }}
        tools={<SearchField list={list} label="Search name" />}
      />
      {dialog}
    </>
  );
}
