import { chakra } from '@chakra-ui/react';
import type { MemberList, MemberRow, WorkspaceRecord } from '@vault/contracts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { Input } from '../../../components/ui/fields/text-field.tsx';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { useMembersQuery } from '../api/members-api.ts';
import { memberName } from '../model/member-name.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { OwnerDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';
import { InvitationLine, MemberLine } from './member-rows.tsx';
import type { MemberAction } from './member-rows.tsx';

const dialogs = { role: RoleDialog, owner: OwnerDialog, remove: RemoveDialog } as const;

const filters = [
  { value: 'all', text: 'All' },
  { value: 'active', text: 'Active' },
  { value: 'invited', text: 'Invited' },
] as const;
type Filter = (typeof filters)[number]['value'];

/** Fewer are seen at once. */
const searchedFrom = 8;
/** Others join, leave and change roles while the page is open. */
const readEveryMs = 10_000;

function Skeleton() {
  return (
    <div role="status" aria-label="Loading the members" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <chakra.div key={row} display="grid" gap="2" py="3" borderTopWidth="1px">
          <SkeletonBlock height="16px" width="30%" />
          <SkeletonBlock height="14px" width="60%" />
        </chakra.div>
      ))}
    </div>
  );
}

/** The members of the team, and who is invited to it. */
export function MemberSection({ team }: { team: WorkspaceRecord }) {
  const { data, error, isFetching, refetch } = useMembersQuery(undefined, {
    pollingInterval: readEveryMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <PageSection id="members" title={strings.members}>
      {hasFailed ? (
        <LoadProblem
          error={error}
          text="The members could not be loaded. Check the connection, and try again."
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined && !hasFailed ? <Skeleton /> : null}
      {data ? <Members team={team} list={data} /> : null}
    </PageSection>
  );
}

function countLine({ members, invitations, member_limit: limit }: MemberList): string {
  const count = `${formatNumber(members.length)} of ${countOf(limit, 'member')}`;
  return invitations.length > 0 ? `${count} · ${formatNumber(invitations.length)} invited` : count;
}

/** What the user may do with a member. Only owners touch owners. */
function actionsOn(member: MemberRow, role: WorkspaceRecord['role'], isOwn: boolean): MemberAction[] {
  if (role === 'owner' && isOwn) return ['role'];
  if (role === 'owner') return member.role === 'owner' ? ['role', 'remove'] : ['role', 'owner', 'remove'];
  return isOwn || member.role === 'owner' ? [] : ['role', 'remove'];
}

function Members({ team, list: newest }: { team: WorkspaceRecord; list: MemberList }) {
  // Rows do not move under an open menu.
  const [held, setHeld] = useState<MemberList | null>(null);
  const list = held ?? newest;
  const { members, invitations } = list;
  const hold = (isMenuOpen: boolean) => setHeld(isMenuOpen ? list : null);
  const may = useMay();
  const ownId = useUserSession()?.id;
  const [filter, setFilter] = useState<Filter>('all');
  const [typed, setTyped] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<{ readonly action: MemberAction; readonly member: MemberRow } | null>(
    null,
  );
  const shown = invitations.length === 0 ? 'all' : filter;
  const search = typed.trim().toLocaleLowerCase();
  const isFound = (...texts: readonly (string | null)[]) =>
    texts.some((text) => text?.toLocaleLowerCase().includes(search));
  const foundMembers =
    shown === 'invited' ? [] : members.filter((member) => isFound(memberName(member), member.email));
  const foundInvitations = shown === 'active' ? [] : invitations.filter(({ email }) => isFound(email));
  const hasSearch = members.length + invitations.length >= searchedFrom;
  const Dialog = chosen && dialogs[chosen.action];

  return (
    <>
      <Line justifyContent="space-between">
        <MutedText fontVariantNumeric="tabular-nums">{countLine(list)}</MutedText>
        {may('members') ? (
          <Button icon={UserPlus} tone="primary" onClick={() => setInviting(true)}>
            {strings.invite}
          </Button>
        ) : null}
      </Line>
      {hasSearch || invitations.length > 0 ? (
        <Line>
          {hasSearch ? (
            <Input
              type="search"
              aria-label="Name or address"
              placeholder="Name or address"
              flex="1 1 200px"
              width="auto"
              height="40px"
              fontSize="sm"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : null}
          {invitations.length > 0 ? (
            <Select
              label="Show"
              side="before"
              value={shown}
              options={filters}
              onChange={(value) => setFilter(filters.find((each) => each.value === value)?.value ?? 'all')}
            />
          ) : null}
        </Line>
      ) : null}
      <chakra.ul aria-label={strings.members} borderBottomWidth="1px">
        {foundInvitations.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} onMenu={hold} />
        ))}
        {foundMembers.map((member) => (
          <MemberLine
            key={member.id}
            member={member}
            isOwn={member.id === ownId}
            may={may('members') ? actionsOn(member, team.role, member.id === ownId) : []}
            onChoose={(action) => setChosen({ action, member })}
            onMenu={hold}
          />
        ))}
      </chakra.ul>
      {foundMembers.length + foundInvitations.length === 0 ? (
        <MutedText role="status">Nobody fits.</MutedText>
      ) : null}
      {may('members') ? null : <MutedText>{`Admins and owners change this. ${ownerLine(team)}`}</MutedText>}
      {isInviting ? <InviteDialog team={team.name} onClose={() => setInviting(false)} /> : null}
      {Dialog ? <Dialog member={chosen.member} team={team.name} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function ownerLine({ name, owners }: WorkspaceRecord): string {
  return owners.length === 1
    ? `The owner of ${name} is ${owners[0] ?? ''}.`
    : `Owners of ${name}: ${owners.join(', ')}.`;
}
