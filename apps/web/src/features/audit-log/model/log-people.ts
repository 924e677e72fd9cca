import type { WorkspaceLogRow } from '@vault/contracts';
import { useState } from 'react';
import type { SelectOption } from '../../../components/ui/fields/select.tsx';
import { actorName } from './sentence.ts';

export interface LogPerson {
  readonly id: string;
  readonly name: string;
}

/** Everybody whom entries name. */
export function peopleIn(entries: readonly Pick<WorkspaceLogRow, 'actor' | 'subject'>[]): LogPerson[] {
  return entries.flatMap(({ actor, subject }) => [
    { id: actor.id, name: actorName(actor) },
    ...(subject?.kind === 'person' && subject.name !== '' ? [subject] : []),
  ]);
}

/**
 * The people who can be chosen: members, and whoever an entry names besides.
 * @param members undefined until they are known
 * @param chosen the id of the chosen person, who is always one of them
 */
export function personOptions(
  members: readonly LogPerson[] | undefined,
  named: readonly LogPerson[],
  chosen: string,
): SelectOption[] {
  const known = new Set(members?.map(({ id }) => id));
  const others = named.filter(({ id }) => id !== '' && !known.has(id) && known.add(id));
  if (chosen !== '' && !known.has(chosen)) others.push({ id: chosen, name: members ? 'Somebody else' : '…' });
  return [
    { value: '', text: 'Everybody' },
    ...numbered(members ?? []).map((person) => toOption(person, 'Members')),
    ...numbered(others).map((person) => toOption(person, members && 'Not members')),
  ];
}

/** Whom the entries have named so far: a filter does not make anybody disappear. */
export function useNamedPeople(
  entries: readonly Pick<WorkspaceLogRow, 'actor' | 'subject'>[],
): readonly LogPerson[] {
  const [named, setNamed] = useState<readonly LogPerson[]>([]);
  const known = new Set(named.map(({ id }) => id));
  const added = peopleIn(entries).filter(({ id }) => !known.has(id) && known.add(id));
  if (added.length > 0) setNamed([...named, ...added]);
  return named;
}

const toOption = ({ id, name }: LogPerson, group?: string): SelectOption => ({
  value: id,
  text: name,
  group,
});

/** Sorted by name; equal names are told apart by a number. */
function numbered(people: readonly LogPerson[]): LogPerson[] {
  const counts = new Map<string, number>();
  return people
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { id, name: count === 1 ? name : `${name} (${String(count)})` };
    });
}
