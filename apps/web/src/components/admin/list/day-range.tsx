import { chakra, Input } from '@chakra-ui/react';
import { useId } from 'react';
import { SmallText } from '../../ui/muted-text.ts';
import type { ListState } from './use-server-list.ts';

const lastDay = '9999-12-31';

/** The filters `from` and `to` of a list, whose values are `yyyy-MM-dd`, or empty. */
export function DayRange({ list }: { list: ListState }) {
  const { from = '', to = '' } = list.address.filters;
  const problemId = useId();
  const isWrong = from !== '' && to !== '' && from > to;
  const shared = { list, problemId: isWrong ? problemId : undefined };
  return (
    <>
      <DayField {...shared} name="from" label="From" max={to || lastDay} />
      <DayField {...shared} name="to" label="To" min={from || undefined} max={lastDay} />
      {isWrong ? (
        <SmallText id={problemId} role="alert" flexBasis="100%" color="signal">
          From is after To.
        </SmallText>
      ) : null}
    </>
  );
}

interface DayFieldProps {
  list: ListState;
  name: string;
  label: string;
  min?: string | undefined;
  max: string;
  /** The id of the text that says what is wrong, if something is. */
  problemId: string | undefined;
}

function DayField({ list, name, label, min, max, problemId }: DayFieldProps) {
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
        min={min}
        max={max}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        value={list.address.filters[name] ?? ''}
        onChange={(event) => list.actions.filter(name, event.target.value)}
      />
    </chakra.div>
  );
}
