import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import { DayRange } from '../../../components/admin/list/day-range.tsx';
import type { ListAddress } from '../../../components/admin/list/use-list-address.ts';
import type { ListState } from '../../../components/admin/list/use-server-list.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import type { SelectOption } from '../../../components/ui/fields/select.tsx';
import { actionIds, actionOptions } from '../model/action-texts.ts';
import type { LogFilter } from '../api/audit-log-api.ts';
import { dayEnd, dayStart } from '../model/log-times.ts';

/** The filters in the address of the page. */
export const filterShape = {
  sorts: [],
  filters: { actor: 'text', action: actionIds, from: 'day', to: 'day' },
} as const;

type Filters = ListAddress<keyof (typeof filterShape)['filters']>['filters'];

/** What the filters of the address ask for. Days are those of the local time zone. */
export function filterOf({ actor, action, from, to }: Filters): LogFilter {
  return {
    actor: actor === '' ? undefined : actor,
    action: action === '' ? undefined : action,
    from: dayStart(from),
    to: dayEnd(to),
  };
}

const allActions: readonly SelectOption[] = [{ value: '', text: 'Everything' }, ...actionOptions];

interface LogFiltersProps {
  /** Of the group, which can have the focus. */
  ref: Ref<HTMLDivElement>;
  list: ListState;
  people: readonly SelectOption[];
}

/** Who, what and when. */
export function LogFilters({ ref, list, people }: LogFiltersProps) {
  const { address, actions } = list;
  return (
    <chakra.div
      ref={ref}
      role="group"
      aria-label="Filter"
      tabIndex={-1}
      outline="none"
      display="flex"
      flexWrap="wrap"
      gap="3"
    >
      <Select
        label="Person"
        width="190px"
        isWhole
        value={address.filters['actor'] ?? ''}
        options={people}
        onChange={(value) => actions.filter('actor', value)}
      />
      <Select
        label="What"
        width="300px"
        isWhole
        value={address.filters['action'] ?? ''}
        options={allActions}
        onChange={(value) => actions.filter('action', value)}
      />
      <DayRange list={list} />
    </chakra.div>
  );
}
