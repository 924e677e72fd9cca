import { chakra } from '@chakra-ui/react';

const day = /(\d{4}-\d{2}-\d{2})/;

/** A text whose days are not broken at the end of a line. */
export function WholeDays({ text }: { text: string }) {
  // The odd parts are the days.
  return text.split(day).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <chakra.span key={at} whiteSpace="nowrap">
        {part}
      </chakra.span>
    ),
  );
}
