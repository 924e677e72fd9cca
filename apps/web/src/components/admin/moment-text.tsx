import { chakra } from '@chakra-ui/react';
import { formatDay, formatMoment } from '../../lib/format/format-time.ts';
import type { Moment } from '../../lib/format/format-time.ts';

/** A day, without a line break. */
export function DayText({ at }: { at: Moment }) {
  return <chakra.time whiteSpace="nowrap">{formatDay(at)}</chakra.time>;
}

/** A day and a time. A line break is possible only between the two. */
export function MomentText({ at }: { at: Moment }) {
  const [day = '', time = ''] = formatMoment(at).split(' ');
  return (
    <chakra.time>
      <chakra.span whiteSpace="nowrap">{day}</chakra.span>
      {time === '' ? null : (
        <>
          {' '}
          <chakra.span whiteSpace="nowrap" color="ink.muted">
            {time}
          </chakra.span>
        </>
      )}
    </chakra.time>
  );
}
