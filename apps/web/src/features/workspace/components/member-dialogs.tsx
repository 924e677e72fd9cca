import { chakra } from '@chakra-ui/react';
import { roles } from '@vault/contracts';
import type { MemberRow, Role } from '@vault/contracts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useRemoveMemberMutation, useSetRoleMutation } from '../api/members-api.ts';
import { memberName } from '../model/member-name.ts';
import { roleWords } from '../../../strings/role-words.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';

interface MemberDialogProps {
  member: MemberRow;
  /** The name of the team. */
  team: string;
  onClose: () => void;
}

/** The roles that are given without a further question, from the most. */
export const givenRoles = roles.filter((role) => role !== 'owner').toReversed();

/** Radio buttons named `role`. */
export function RoleChoice({ initial }: { initial: Role }) {
  return (
    <chakra.fieldset display="grid" gap="2">
      <chakra.legend srOnly>Role</chakra.legend>
      {givenRoles.map((role) => (
        <Choice key={role} isFramed>
          <input type="radio" name="role" value={role} defaultChecked={role === initial} />
          <span>
            <chakra.span fontWeight="strong">{roleWords[role].name}</chakra.span>
            <MutedText as="span" display="block">
              {roleWords[role].text}
            </MutedText>
          </span>
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

/** The role that a form names. */
export function roleOf(value: string, otherwise: Role): Role {
  return givenRoles.find((role) => role === value) ?? otherwise;
}

/** Gives a member another role than owner. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const [setRole] = useSetRoleMutation();
  const name = memberName(member);
  const form = useForm({
    names: ['role'],
    send: async (fields) => {
      const role = roleOf(fields.role, member.role);
      if (role !== member.role) {
        await setRole({ id: member.id, role }).unwrap();
        showToast({ kind: 'success', text: `${name}: ${roleWords[role].name}` });
      }
      onClose();
    },
    failure: strings.notDone,
  });
  return (
    <FormDialog
      title={`Role of ${name}`}
      state={form}
      submitLabel="Change the role"
      busyLabel="Changing…"
      onClose={onClose}
    >
      <RoleChoice initial={member.role === 'owner' ? 'admin' : member.role} />
    </FormDialog>
  );
}

/** Gives a member the team, too; and if wished, lets go of it. */
export function OwnerDialog({ member, team, onClose }: MemberDialogProps) {
  const [setRole] = useSetRoleMutation();
  const ownId = useUserSession()?.id ?? '';
  const name = memberName(member);
  const form = useForm({
    names: ['then'],
    required: [],
    send: async ({ then }) => {
      await setRole({ id: member.id, role: 'owner' }).unwrap();
      if (then !== '') await setRole({ id: ownId, role: 'admin' }).unwrap();
      showToast({ kind: 'success', text: `${name} is an owner of ${team} now.` });
      onClose();
    },
    failure: strings.notDone,
  });
  return (
    <FormDialog
      title={`Make ${name} an owner of ${team}?`}
      state={form}
      submitLabel="Make owner"
      busyLabel="Changing…"
      onClose={onClose}
    >
      <MutedText mt="-3">Owners can do everything, also remove you.</MutedText>
      <Choice>
        <input type="checkbox" name="then" value="admin" />
        <span>Then make me an admin.</span>
      </Choice>
    </FormDialog>
  );
}

/** Takes a member out of the team. */
export function RemoveDialog({ member, team, onClose }: MemberDialogProps) {
  const [remove] = useRemoveMemberMutation();
  const name = memberName(member);
  const called = member.firstname || name;
  const form = useForm({
    names: [],
    send: async () => {
      await remove(member.id).unwrap();
      showToast({ kind: 'success', text: `${name} is no longer a member of ${team}.` });
      onClose();
    },
    failure: strings.notDone,
  });
  return (
    <FormDialog
      title={`Remove ${name} from ${team}?`}
      state={form}
      submitLabel="Remove"
      busyLabel="Removing…"
      onClose={onClose}
    >
      <MutedText mt="-3">
        {`${called} loses access at once: signed-in devices, links to videos and running uploads. What ${called} made stays in ${team}.`}
      </MutedText>
    </FormDialog>
  );
}
