import { chakra } from '@chakra-ui/react';
import type { InvitationRow, MemberRow } from '@vault/contracts';
import { Crown, MailPlus, MailX, UserCog, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { LazyMenu } from '../../../components/ui/lazy-menu.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { dayText, nearText } from '../../../lib/format/format-time.ts';
import { useInviteMutation, useWithdrawMutation } from '../api/members-api.ts';
import { memberName } from '../model/member-name.ts';
import { roleWords } from '../../../strings/role-words.ts';
import { resultWords, workspaceStrings as strings } from '../workspace.strings.ts';

const Mark = chakra('span', {
  base: {
    ml: '2',
    px: '2',
    py: '1px',
    borderRadius: 'sm',
    bg: 'hover',
    color: 'ink.muted',
    fontSize: 'xs',
    fontWeight: 'strong',
    whiteSpace: 'nowrap',
  },
});

interface RowProps {
  name: string;
  mark?: string | undefined;
  facts: readonly string[];
  role: string;
  /** The menu of the row. */
  children: ReactNode;
}

/** A name with facts, a role, and a menu. On a phone the role is below the facts. */
function Row({ name, mark, facts, role, children }: RowProps) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) 36px', sm: 'minmax(0, 1fr) 88px 36px' }}
      alignItems="center"
      columnGap="3"
      minHeight="60px"
      py="2"
      borderTopWidth="1px"
    >
      <div>
        <chakra.p fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
          <bdi>{name}</bdi>
          {mark === undefined ? null : <Mark>{mark}</Mark>}
        </chakra.p>
        {facts.length === 0 ? null : <MutedText overflowWrap="anywhere">{facts.join(' · ')}</MutedText>}
      </div>
      <MutedText color="ink" gridRow={{ base: 2, sm: 'auto' }}>
        {role}
      </MutedText>
      <chakra.span gridColumn="-2" gridRow="1">
        {children}
      </chakra.span>
    </chakra.li>
  );
}

/** What the user may do with a member. */
export type MemberAction = 'role' | 'owner' | 'remove';

const actions: Readonly<Record<MemberAction, Pick<MenuEntry, 'label' | 'icon'>>> = {
  role: { label: 'Change role…', icon: UserCog },
  owner: { label: 'Make owner…', icon: Crown },
  remove: { label: 'Remove…', icon: UserMinus },
};

interface MemberLineProps {
  member: MemberRow;
  isOwn: boolean;
  may: readonly MemberAction[];
  onChoose: (action: MemberAction) => void;
  /** Called when the menu of the row opens or closes. */
  onMenu: (isOpen: boolean) => void;
}

export function MemberLine({ member, isOwn, may, onChoose, onMenu }: MemberLineProps) {
  const { email, invited_by: inviter, since, is_active: isActive, last_here: lastHere } = member;
  const name = memberName(member);
  // Whoever does not see addresses sees names and roles alone.
  const facts = email === null ? [] : [email, `since ${dayText(since)}`];
  if (email !== null && inviter !== null) facts.push(`invited by ${inviter}`);
  if (lastHere !== null) facts.push(`last here ${nearText(lastHere)}`);
  const mark = isOwn ? 'You' : isActive || email === null ? undefined : 'Account off';
  return (
    <Row
      name={name}
      mark={mark}
      facts={facts.filter((fact) => fact !== name)}
      role={roleWords[member.role].name}
    >
      {may.length === 0 ? null : (
        <LazyMenu label={`Actions for ${name}`} onOpenChange={onMenu}>
          {(menu) => (
            <ActionMenu
              {...menu}
              entries={may.map((action) => ({ ...actions[action], onSelect: () => onChoose(action) }))}
            />
          )}
        </LazyMenu>
      )}
    </Row>
  );
}

interface InvitationLineProps {
  invitation: InvitationRow;
  /** Called when the menu of the row opens or closes. */
  onMenu: (isOpen: boolean) => void;
}

/** Somebody who was invited and has not joined. */
export function InvitationLine({ invitation, onMenu }: InvitationLineProps) {
  const { id, email, role, invited_by: inviter, expires_at: end } = invitation;
  const [invite] = useInviteMutation();
  const [withdraw] = useWithdrawMutation();
  const attempt = async (work: () => Promise<string>) => {
    try {
      showToast({ kind: 'success', text: await work() });
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notDone) });
    }
  };
  const sendAgain = () =>
    void attempt(async () => {
      const [row] = await invite({ emails: [email], role, note: '' }).unwrap();
      return `${email}: ${resultWords[row?.result ?? 'sent-again']}`;
    });
  const takeBack = () =>
    void attempt(async () => {
      await withdraw(id).unwrap();
      return `The invitation of ${email} was withdrawn.`;
    });
  return (
    <Row
      name={email}
      mark="Invited"
      facts={[`by ${inviter}`, `ends on ${dayText(end)}`]}
      role={roleWords[role].name}
    >
      <LazyMenu label={`Actions for ${email}`} onOpenChange={onMenu}>
        {(menu) => (
          <ActionMenu
            {...menu}
            entries={[
              { label: 'Send again', icon: MailPlus, onSelect: sendAgain },
              { label: 'Withdraw', icon: MailX, onSelect: takeBack },
            ]}
          />
        )}
      </LazyMenu>
    </Row>
  );
}
