import type { TeamRow } from '@vault/contracts';
import { useMemo, useState } from 'react';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { useListTeamsQuery } from '../api/teams-api.ts';
import { adminTeamsStrings as strings } from '../admin-teams.strings.ts';
import { upgradeOf } from '../model/team-draft.ts';
import type { TeamFields } from '../model/team-draft.ts';
import { teamColumns } from './team-columns.tsx';
import { TeamDialog } from './team-dialog.tsx';

interface Open {
  readonly row: TeamRow;
  readonly proposal?: Partial<TeamFields>;
}

const shape = { sorts: [], filters: {} } as const;
const idOf = ({ _id }: TeamRow) => _id;

/** All teams, page by page, with the dialog that edits one. */
export function TeamList() {
  const list = useServerList({ shape, useQuery: useListTeamsQuery, idOf });
  const { data } = list.answer;
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(
    () =>
      teamColumns({
        onEdit: (row) => setOpen({ row }),
        onGrant: (row) => setOpen({ row, proposal: upgradeOf(row, Date.now() / 1_000) }),
      }),
    [],
  );
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
      {open ? <TeamDialog {...open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
