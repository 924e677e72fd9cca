import { Combobox, Portal, chakra, createListCollection } from '@chakra-ui/react';
import type { EmployeeRow } from '@vault/contracts';
import { useMemo, useState } from 'react';
import { useListEmployeesQuery } from '../../../api/staff/employees-api.ts';
import { useDebounced } from '../../../lib/state/use-debounced.ts';

/** More options than this are reached by typing. */
const maxShown = 50;
const typingPauseMs = 200;

interface EmployeeChoiceProps {
  chosen: EmployeeRow | undefined;
  onChoose: (id: string) => void;
}

/** Puts the chosen user first, even when the loaded rows do not include them. */
function optionsOf(rows: readonly EmployeeRow[], chosen: EmployeeRow | undefined): EmployeeRow[] {
  const others = rows.filter(({ _id }) => _id !== chosen?._id);
  return chosen ? [chosen, ...others] : others;
}

/** Chooses one of all users by e-mail. The first 50 are listed at once; typing searches all. */
export function EmployeeChoice({ chosen, onChoose }: EmployeeChoiceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const q = useDebounced(typed ?? '', typingPauseMs).trim();
  const { data, isFetching } = useListEmployeesQuery({ page: 1, limit: maxShown, sort: 'email', q });
  const collection = useMemo(
    () =>
      createListCollection({
        items: optionsOf(data?.rows ?? [], typed === null || typed === '' ? chosen : undefined),
        itemToValue: ({ _id }) => _id,
        itemToString: ({ email }) => email,
      }),
    [data, chosen, typed],
  );
  return (
    <Combobox.Root
      collection={collection}
      value={chosen ? [chosen._id] : []}
      inputValue={typed ?? chosen?.email ?? ''}
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
          placeholder="Choose a user by e-mail"
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
              {isFetching ? 'Searching…' : 'No user matches this e-mail or name.'}
            </Combobox.Empty>
            {collection.items.map((row) => (
              <Combobox.Item key={row._id} item={row} flex="0 0 auto" minHeight="40px">
                <Combobox.ItemText minWidth="0">
                  <chakra.span display="block" overflowWrap="anywhere">
                    {row.email}
                  </chakra.span>
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
