import { chakra } from '@chakra-ui/react';
import type { TeamRow } from '@vault/contracts';
import { SquarePen } from 'lucide-react';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { MarkBadge } from '../../../components/admin/mark-badge.tsx';
import { DayText } from '../../../components/admin/moment-text.tsx';
import { PlanCell } from '../../../components/admin/plan-cell.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { formatDay } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { adminTeamsStrings as strings } from '../admin-teams.strings.ts';
import { stateOf } from '../model/team-state.ts';

const palettes = { active: 'green', inactive: 'gray', expired: 'orange', closed: 'gray' } as const;

function TeamBadge({ row }: { row: TeamRow }) {
  const state = stateOf(row, useNow(60_000));
  return <MarkBadge text={strings.states[state]} palette={palettes[state]} detail={detailOf(row, state)} />;
}

function detailOf({ membership_end: end, deletes_at: deletion }: TeamRow, state: string): string | undefined {
  if (deletion !== null) return strings.deletedOn(formatDay(deletion));
  return state === 'expired' ? planStrings.endedOn(formatDay(end)) : undefined;
}

/** The actions of a row. */
export interface TeamActions {
  readonly onEdit: (row: TeamRow) => void;
  readonly onGrant: (row: TeamRow) => void;
}

/** Columns of the table of teams. */
export function teamColumns({ onEdit, onGrant }: TeamActions): ListColumn<TeamRow>[] {
  return [
    {
      id: 'name',
      header: strings.name,
      isName: true,
      cell: ({ name, upgrade_requested_at: requestedAt, single_sign_on: sso }) => (
        <chakra.span display="grid" justifyItems="start" gap="1">
          <chakra.span fontWeight="strong">{name}</chakra.span>
          {sso === 'off' ? null : (
            <SmallText>{sso === 'on' ? strings.hasSso : strings.requiresSso}</SmallText>
          )}
          {requestedAt === null ? null : (
            <MarkBadge
              text={planStrings.upgradeRequested}
              palette="green"
              detail={planStrings.requestedOn(formatDay(requestedAt))}
            />
          )}
        </chakra.span>
      ),
    },
    {
      id: 'owners',
      header: strings.owners,
      width: '18.5%',
      cell: ({ owners }) =>
        owners.map((email) => (
          <chakra.span key={email} display="block">
            {email}
          </chakra.span>
        )),
    },
    {
      id: 'members',
      header: strings.members,
      align: 'end',
      width: '94px',
      cell: ({ members, member_limit }) => `${formatNumber(members)} of ${formatNumber(member_limit)}`,
    },
    {
      id: 'plan',
      header: planStrings.plan,
      width: '118px',
      cell: (row) => (
        <PlanCell
          plan={row.plan}
          name={row.name}
          onGrant={row.upgrade_requested_at === null ? undefined : () => onGrant(row)}
        />
      ),
    },
    {
      id: 'video_limit',
      header: strings.videos,
      align: 'end',
      width: '58px',
      cell: ({ video_limit }) => formatNumber(video_limit),
    },
    {
      id: 'token_balance',
      header: strings.tokens,
      align: 'end',
      width: '102px',
      cell: ({ token_balance }) => formatNumber(token_balance),
    },
    {
      id: 'membership_end',
      header: planStrings.membershipEnd,
      width: '114px',
      cell: ({ membership_end }) => <DayText at={membership_end} />,
    },
    { id: 'state', header: strings.state, width: '76px', cell: (row) => <TeamBadge row={row} /> },
    {
      id: 'actions',
      header: 'Actions',
      width: '60px',
      cell: (row) => (
        <chakra.span display="flex" ms="-2">
          <IconAction tip="Edit" label={`Edit ${row.name}`} icon={SquarePen} onPress={() => onEdit(row)} />
        </chakra.span>
      ),
    },
  ];
}
