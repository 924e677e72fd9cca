import { chakra } from '@chakra-ui/react';

const day = /(\d{4}-\d{2}-\d{2})/;

/** A text without line breaks inside its dates. */
export function WholeDays({ text }: { text: string }) {
  // Odd indexes are the dates.
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
