import { TeamList } from '../../features/admin-teams/components/team-list.tsx';

/** All teams, with their actions. */
export function TeamsPage() {
  return <TeamList />;
}
