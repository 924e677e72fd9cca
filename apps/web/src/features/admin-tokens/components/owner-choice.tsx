import { Combobox, Portal, chakra, createListCollection } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { useListEmployeesQuery } from '../../../api/staff/employees-api.ts';
import { useListTeamsQuery } from '../../../api/staff/teams-api.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { useDebounced } from '../../../lib/state/use-debounced.ts';
import { ofTeam, ofUser } from '../model/owner.ts';
import type { Owner } from '../model/owner.ts';

/** More users, and more teams, are reached by typing. */
const maxShown = 50;
const typingPauseMs = 200;

interface OwnerChoiceProps {
  chosen: Owner | undefined;
  onChoose: (id: string) => void;
}

/** Puts the chosen one first, even when the loaded rows do not include it. */
function optionsOf(owners: readonly Owner[], chosen: Owner | undefined): Owner[] {
  const others = owners.filter(({ id }) => id !== chosen?.id);
  return chosen ? [chosen, ...others] : others;
}

/** Chooses one of all users by e-mail, or of all teams by name. The first 50 are listed at once; typing searches all. */
export function OwnerChoice({ chosen, onChoose }: OwnerChoiceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const q = useDebounced(typed ?? '', typingPauseMs).trim();
  const users = useListEmployeesQuery({ page: 1, limit: maxShown, sort: 'email', q });
  const teams = useListTeamsQuery({ page: 1, limit: maxShown, q });
  const collection = useMemo(
    () =>
      createListCollection({
        items: optionsOf(
          [...(users.data?.rows ?? []).map(ofUser), ...(teams.data?.rows ?? []).map(ofTeam)],
          typed === null || typed === '' ? chosen : undefined,
        ),
        itemToValue: ({ id }) => id,
        itemToString: ({ name }) => name,
      }),
    [users.data, teams.data, chosen, typed],
  );
  return (
    <Combobox.Root
      collection={collection}
      value={chosen ? [chosen.id] : []}
      inputValue={typed ?? chosen?.name ?? ''}
      openOnClick
      selectionBehavior="preserve"
      positioning={{ sameWidth: true, gutter: 4 }}
      maxWidth="440px"
      onInputValueChange={({ inputValue, reason }) => {
        if (reason === 'input-change') setTyped(inputValue);
      }}
      onOpenChange={({ open }) => {
        if (!open) setTyped(null);
      }}
      onValueChange={({ value: [id] }) => {
        setTyped(null);
        onChoose(id ?? '');
      }}
    >
      <Combobox.Label>User</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input
          placeholder="Choose a user by e-mail, or a team by name"
          spellCheck={false}
          onFocus={(event) => {
            // The next key press replaces the chosen address.
            event.currentTarget.select();
          }}
        />
        <Combobox.IndicatorGroup>
          <Combobox.ClearTrigger aria-label="Clear the selection" />
          <Combobox.Trigger aria-label="Show users" />
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      <Portal>
        <Combobox.Positioner>
          <Combobox.Content maxHeight="min(320px, var(--available-height))">
            <Combobox.Empty color="ink.muted">
              {users.isFetching || teams.isFetching ? 'Searching…' : 'No user and no team matches this.'}
            </Combobox.Empty>
            {collection.items.map((owner) => (
              <Combobox.Item key={owner.id} item={owner} flex="0 0 auto" minHeight="40px">
                <Combobox.ItemText minWidth="0">
                  <chakra.span display="block" overflowWrap="anywhere">
                    {owner.name}
                  </chakra.span>
                  {owner.isTeam ? <SmallText as="span">{owner.facts[0]}</SmallText> : null}
                </Combobox.ItemText>
                <Combobox.ItemIndicator />
              </Combobox.Item>
            ))}
          </Combobox.Content>
        </Combobox.Positioner>
      </Portal>
    </Combobox.Root>
  );
}
