import { chakra } from '@chakra-ui/react';
import { groupsClaimProblem, ssoRoles } from '@vault/contracts';
import type { SsoPeople, SsoRecord } from '@vault/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { ButtonProps } from '../../../components/ui/button.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { roleWords } from '../../../strings/role-words.ts';
import { useSetPeopleMutation } from '../api/sso-api.ts';
import { verifiedNames } from '../model/sso-texts.ts';
import { signOnStrings as strings } from '../sign-on-settings.strings.ts';
import { GroupRoles, withTyped } from './group-roles.tsx';
import type { TypedGroup } from './group-roles.tsx';

type Role = (typeof ssoRoles)[number];

const options = ssoRoles.map((role) => ({ value: role, text: roleWords[role].name }));
const roleOf = (value: string): Role => ssoRoles.find((role) => role === value) ?? 'viewer';

interface PeopleStepProps {
  sso: SsoRecord;
  /** Of the button to press next. */
  tone: ButtonProps['tone'];
  onDone: (sso: SsoRecord) => void;
}

/** Says who may come in through the provider. What is chosen stays when the settings are read again. */
export function PeopleStep({ sso: { domains, people }, tone, onDone }: PeopleStepProps) {
  const [mayJoin, setMayJoin] = useState(people.new_people !== 'invited');
  const [role, setRole] = useState(people.new_people === 'invited' ? 'viewer' : people.new_people);
  const [groups, setGroups] = useState<SsoPeople['groups']>(people.groups);
  const [typed, setTyped] = useState<TypedGroup>({ name: '', role: 'viewer' });
  const [trusts, setTrusts] = useState(people.trusts_addresses);
  const noteId = useId();
  const [set] = useSetPeopleMutation();
  const form = useForm({
    names: ['claim', 'group'],
    required: [],
    problemOf: ({ claim }) => {
      const badClaim = groupsClaimProblem(claim.trim());
      if (badClaim !== '') return { message: badClaim, field: 'claim' };
      const { problem } = withTyped(groups, typed);
      return problem === '' ? undefined : { message: problem, field: 'group' };
    },
    send: async ({ claim }) => {
      const saved = await set({
        new_people: mayJoin ? role : 'invited',
        groups_claim: claim.trim(),
        // A group that was typed and not added belongs to it.
        groups: withTyped(groups, typed).groups,
        trusts_addresses: trusts,
      }).unwrap();
      showToast({ kind: 'success', text: 'It was saved.' });
      onDone(saved);
    },
    failure: strings.notSaved,
  });
  const names = verifiedNames(domains);
  return (
    <Form state={form} gap="6" maxWidth="560px">
      <chakra.fieldset display="grid" gap="2">
        <chakra.legend mb="1" fontSize="sm" fontWeight="strong">
          New people
        </chakra.legend>
        <Line>
          <Choice alignItems="center">
            <input type="radio" name="new" checked={mayJoin} onChange={() => setMayJoin(true)} />
            <span>May join</span>
          </Choice>
          {mayJoin ? (
            <Select
              label="as"
              side="before"
              value={role}
              options={options}
              onChange={(value) => setRole(roleOf(value))}
            />
          ) : null}
        </Line>
        <Choice>
          <input type="radio" name="new" checked={!mayJoin} onChange={() => setMayJoin(false)} />
          <span>Must be invited</span>
        </Choice>
      </chakra.fieldset>
      <GroupRoles
        {...{ groups, typed, options, roleOf }}
        claim={people.groups_claim}
        onType={setTyped}
        onChange={setGroups}
      />
      <div>
        <Choice>
          <input
            type="checkbox"
            checked={trusts}
            aria-describedby={noteId}
            onChange={({ target }) => setTrusts(target.checked)}
          />
          <span>Addresses from this provider are trusted</span>
        </Choice>
        <MutedText id={noteId} ps="30px">
          {names === ''
            ? 'Only for domains that you have verified.'
            : `Only for ${names}, which you verified.`}{' '}
          Some providers, such as Entra, do not say whether an address is confirmed.
        </MutedText>
      </div>
      <chakra.div mt="-4">
        <FormMessage message={form.message} />
        <Button type="submit" tone={tone} isBusy={form.isBusy} mt="2">
          {form.isBusy ? 'Saving…' : 'Save'}
        </Button>
      </chakra.div>
    </Form>
  );
}
