import { chakra, Input } from '@chakra-ui/react';
import { useId } from 'react';
import type { ListState } from './use-server-list.ts';

interface DayFieldProps {
  list: ListState;
  /** The name of the filter, whose value is `yyyy-MM-dd`, or empty. */
  name: string;
  label: string;
}

/** A date filter of a list. */
export function DayField({ list, name, label }: DayFieldProps) {
  const id = useId();
  return (
    <chakra.div display="grid" gap="1" flex={{ base: '1 1 40%', sm: 'none' }}>
      <chakra.label htmlFor={id} fontSize="xs" color="ink.muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        size="sm"
        width={{ base: 'full', sm: '140px' }}
        max="9999-12-31"
        value={list.address.filters[name] ?? ''}
        onChange={(event) => list.actions.filter(name, event.target.value)}
      />
    </chakra.div>
  );
}
