import { chakra } from '@chakra-ui/react';
import { memberLimit, plans, teamVideoLimit } from '@vault/contracts';
import type { TeamRow } from '@vault/contracts';
import { EditDialog } from '../../../components/admin/edit/edit-dialog.tsx';
import {
  ActiveInput,
  IdField,
  PlanInputs,
  ReadOnlyField,
} from '../../../components/admin/edit/plan-inputs.tsx';
import { SwitchField } from '../../../components/admin/switch-field.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useEditTeamMutation } from '../../../api/staff/teams-api.ts';
import { adminTeamsStrings as strings } from '../admin-teams.strings.ts';
import { bodyOf, teamKind } from '../model/team-draft.ts';
import type { TeamFields } from '../model/team-draft.ts';

interface TeamDialogProps {
  row: TeamRow;
  /** Values to begin with, in place of those of the team. */
  proposal?: Partial<TeamFields> | undefined;
  onClose: () => void;
}

/** Edits plan and limits of one team. */
export function TeamDialog({ row, proposal, onClose }: TeamDialogProps) {
  const [editTeam] = useEditTeamMutation();
  return (
    <EditDialog
      kind={teamKind}
      row={row}
      proposal={proposal}
      send={(from, draft) => editTeam({ id: from._id, body: bodyOf(from, draft) }).unwrap()}
      onClose={onClose}
    >
      {({ draft, isWrong, onChange, ...form }) => (
        <>
          <ReadOnlyField label={strings.name} name="name" value={row.name} title={row.name} />
          <IdField id={row._id} />
          <PlanInputs autoFocus draft={draft} isWrong={isWrong} onChange={onChange} {...form} />
          <TextField
            label={strings.videos}
            name="video_limit"
            inputMode="numeric"
            autoComplete="off"
            hint={`Empty: the ${formatNumber(plans[draft.plan].videoLimit)} of the plan. At most ${formatNumber(teamVideoLimit)}.`}
            value={draft.videoLimit}
            aria-invalid={isWrong('video_limit')}
            onChange={(event) => onChange({ videoLimit: event.target.value })}
          />
          <TextField
            label={strings.members}
            name="member_limit"
            inputMode="numeric"
            autoComplete="off"
            hint={`Now ${formatNumber(row.members)}. At most ${formatNumber(memberLimit)}, with open invitations.`}
            value={draft.memberLimit}
            aria-invalid={isWrong('member_limit')}
            onChange={(event) => onChange({ memberLimit: event.target.value })}
          />
          {row.single_sign_on === 'required' ? (
            <chakra.div gridColumn={{ sm: '1 / -1' }}>
              <SwitchField
                label={strings.requiresSso}
                hint="Turn it off only for owners who are locked out. They turn it on again."
                isOn={draft.requiresSso}
                onChange={(requiresSso) => onChange({ requiresSso })}
              />
            </chakra.div>
          ) : null}
          <ActiveInput
            hint="An inactive team cannot upload or spend tokens, and its open uploads are cancelled."
            isOn={draft.isActive}
            onChange={(isActive) => onChange({ isActive })}
          />
        </>
      )}
    </EditDialog>
  );
}
