import { chakra } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/admin/list/list-states.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { OwnerChoice } from './owner-choice.tsx';
import { HistoryList } from './history-list.tsx';
import { useAllEmployeesQuery, useListEmployeesQuery } from '../../../api/staff/employees-api.ts';
import { useListTeamsQuery } from '../../../api/staff/teams-api.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { ofTeam, ofUser } from '../model/owner.ts';
import type { Owner } from '../model/owner.ts';

/**
 * Finds a user or a team by id: first by the searches, then in the list of all users, because the search of users may
 * not match ids.
 * @param id empty to request nobody
 * @returns undefined while it is loading, and when there is none
 */
function useOwner(id: string): Owner | undefined {
  const skip = id === '';
  const users = useListEmployeesQuery({ page: 1, limit: 1, q: id }, { skip });
  const teams = useListTeamsQuery({ page: 1, limit: 10, q: id }, { skip });
  const user = users.data?.rows.find(({ _id }) => _id === id);
  const team = teams.data?.rows.find(({ _id }) => _id === id);
  const isFound = user !== undefined || team !== undefined;
  const all = useAllEmployeesQuery(undefined, {
    skip: skip || users.isFetching || teams.isFetching || isFound,
  });
  if (skip) return undefined;
  if (team) return ofTeam(team);
  const found = user ?? all.data?.find(({ _id }) => _id === id);
  return found && ofUser(found);
}

const address = (id: string) => `/admin/token-histories${id === '' ? '' : `/${encodeURIComponent(id)}`}`;

/** The token history of a user or a team, and the field that chooses it. @param employeeId empty while none is chosen */
export function TokenHistories({ employeeId }: { employeeId: string }) {
  const navigate = useNavigate();
  const owner = useOwner(employeeId);
  return (
    <>
      <PageHead title="Token Histories" />
      <chakra.div display="grid" gap="2" pb="6">
        <OwnerChoice chosen={owner} onChoose={(id) => void navigate(address(id))} />
        {owner ? (
          <MutedText fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
            {owner.facts.join(' · ')}
          </MutedText>
        ) : null}
      </chakra.div>
      {employeeId === '' ? (
        <EmptyState
          title="Choose a user"
          text="Their token history shows each operation, the prompts that were sent and the results that came back."
        />
      ) : (
        <HistoryList key={employeeId} employeeId={employeeId} owner={owner} />
      )}
    </>
  );
}
