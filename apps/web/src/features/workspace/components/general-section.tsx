import { chakra } from '@chakra-ui/react';
import { publishers, workspaceNameLimit } from '@vault/contracts';
import type { WorkspaceRecord } from '@vault/contracts';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { Form } from '../../../components/ui/fields/form.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { PictureField } from '../../../components/ui/fields/picture-field.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useTeams } from '../../../api/workspaces/workspaces-api.ts';
import { useEditTeamMutation, useSetTeamPictureMutation } from '../api/members-api.ts';
import { publisherWords } from '../workspace.strings.ts';
import { Fact, Facts } from './facts.tsx';

const whoPublishes = 'Who may share links and publish portals';

/** The picture and name of the team, and who may publish. */
export function GeneralSection({ team }: { team: WorkspaceRecord }) {
  const may = useMay();
  return (
    <PageSection id="general" title="General">
      {may('workspace.edit') ? (
        // Typed text is kept when somebody else has changed the team.
        <>
          <TeamPicture id={team.id} />
          <GeneralForm team={team} />
        </>
      ) : (
        <>
          <Facts>
            <Fact name="Name">{team.name}</Fact>
            <Fact name={whoPublishes}>{publisherWords[team.publishers]}</Fact>
          </Facts>
          <MutedText>Only admins and owners change this.</MutedText>
        </>
      )}
    </PageSection>
  );
}

function TeamPicture({ id }: { id: string }) {
  const stored = useTeams().find((team) => team.id === id);
  const [set, { isLoading }] = useSetTeamPictureMutation();
  return (
    <PictureField
      name="picture"
      picture={stored?.picture}
      onStore={(image) => set(image).unwrap()}
      isBusy={isLoading}
    />
  );
}

function GeneralForm({ team }: { team: WorkspaceRecord }) {
  const [edit] = useEditTeamMutation();
  const form = useForm({
    names: ['name', 'publishers'],
    send: async (fields) => {
      const chosen = publishers.find((each) => each === fields.publishers) ?? team.publishers;
      await edit({ name: fields.name.trim(), publishers: chosen, version: team.version }).unwrap();
      showToast({ kind: 'success', text: 'The settings of the team were saved.' });
    },
    failure: 'It was not saved. Please try again.',
  });
  return (
    <Form state={form} maxWidth="560px">
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={workspaceNameLimit}
        defaultValue={team.name}
        required
      />
      <chakra.fieldset display="grid" gap="2">
        <chakra.legend mb="1" fontSize="sm" fontWeight="strong">
          {whoPublishes}
        </chakra.legend>
        {publishers.map((each) => (
          <Choice key={each}>
            <input type="radio" name="publishers" value={each} defaultChecked={each === team.publishers} />
            <span>{publisherWords[each]}</span>
          </Choice>
        ))}
      </chakra.fieldset>
      <FormMessage message={form.message} />
      <Line>
        <Button isBusy={form.isBusy} type="submit">
          {form.isBusy ? 'Saving…' : 'Save'}
        </Button>
      </Line>
    </Form>
  );
}
