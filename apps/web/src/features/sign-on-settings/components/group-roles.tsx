import { chakra } from '@chakra-ui/react';
import { maxClaimName, ssoLimits, usualGroupsClaim } from '@vault/contracts';
import type { SsoPeople } from '@vault/contracts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import type { SelectOption } from '../../../components/ui/fields/select.tsx';
import { Input, TextField } from '../../../components/ui/fields/text-field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

type Groups = SsoPeople['groups'];
type Role = Groups[number]['role'];

const maxName = 200;

/** A group that is typed and not added yet. */
export type TypedGroup = Groups[number];

/** The groups with a typed one, which may be none; unchanged when there is a problem with it. */
export function withTyped(groups: Groups, typed: TypedGroup): { groups: Groups; problem: string } {
  const { role } = typed;
  const name = typed.name.trim();
  if (name === '') return { groups, problem: '' };
  if (groups.some((group) => group.name === name)) return { groups, problem: `${name} has a role already.` };
  if (groups.length >= ssoLimits.groups)
    return { groups, problem: `Give at most ${String(ssoLimits.groups)} groups a role.` };
  return { groups: [...groups, { name, role }], problem: '' };
}

const Cells = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) 64px', sm: 'minmax(0, 1fr) 140px 64px' },
    columnGap: '3',
    rowGap: '1',
    alignItems: 'center',
    minHeight: '48px',
    py: { base: '2', sm: '1' },
    borderTopWidth: '1px',
  },
});

/** The name has a line of its own on a phone. */
const ownLine = { base: '1 / -1', sm: 'auto' } as const;

interface GroupRolesProps {
  groups: Groups;
  /** The name of the claim in which the provider sends groups, as it was saved. */
  claim: string;
  typed: TypedGroup;
  options: readonly SelectOption[];
  roleOf: (value: string) => Role;
  onType: (typed: TypedGroup) => void;
  onChange: (groups: Groups) => void;
}

/** Which role people of a group of the provider get. */
export function GroupRoles({ groups, claim, typed, options, roleOf, onType, onChange }: GroupRolesProps) {
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    const next = withTyped(groups, typed);
    setProblem(typed.name.trim() === '' ? 'Type the name of a group.' : next.problem);
    field.current?.focus();
    if (next.groups === groups) return;
    onChange(next.groups);
    onType({ ...typed, name: '' });
  };
  // Enter in the field would save all.
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const remove = (name: string) => {
    onChange(groups.filter((group) => group.name !== name));
    field.current?.focus();
  };
  return (
    <chakra.div role="group" aria-label="Roles of groups">
      <chakra.p fontSize="sm" fontWeight="strong">
        Groups
      </chakra.p>
      <MutedText mb="2">
        People get the role of their group at each sign-in; with several groups, the highest. Nobody becomes
        an owner this way.
      </MutedText>
      <chakra.div mb="4">
        <TextField
          label="Claim with the groups"
          name="claim"
          hint="As your provider names it: often groups, or else roles, cognito:groups or an address."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={usualGroupsClaim}
          maxLength={maxClaimName}
          defaultValue={claim}
        />
      </chakra.div>
      <chakra.ul aria-label="Groups with a role">
        {groups.map((group) => (
          <li key={group.name}>
            <Cells>
              <chakra.span gridColumn={ownLine} fontSize="sm" overflowWrap="anywhere">
                <bdi>{group.name}</bdi>
              </chakra.span>
              <Select
                side="none"
                label={`Role of ${group.name}`}
                value={group.role}
                options={options}
                onChange={(value) =>
                  onChange(groups.map((each) => (each === group ? { ...each, role: roleOf(value) } : each)))
                }
              />
              <IconButton
                label={`Remove ${group.name}`}
                icon={Trash2}
                justifySelf="center"
                onClick={() => remove(group.name)}
              />
            </Cells>
          </li>
        ))}
      </chakra.ul>
      <Cells borderBottomWidth="1px">
        <Input
          ref={field}
          aria-label="Group"
          name="group"
          placeholder="Name of a group"
          autoComplete="off"
          maxLength={maxName}
          dir="auto"
          gridColumn={ownLine}
          height="40px"
          fontSize="sm"
          value={typed.name}
          onKeyDown={addByKey}
          onChange={({ target }) => {
            onType({ ...typed, name: target.value });
            setProblem('');
          }}
        />
        <Select
          side="none"
          label="Role of the group"
          value={typed.role}
          options={options}
          onChange={(value) => onType({ ...typed, role: roleOf(value) })}
        />
        <Button size="small" aria-label="Add the group" onClick={add}>
          Add
        </Button>
      </Cells>
      {problem === '' ? null : <FormMessage message={problem} />}
    </chakra.div>
  );
}
