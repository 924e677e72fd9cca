import { chakra } from '@chakra-ui/react';
import type { TextPart } from '../../lib/text/match-parts.ts';

/** Text with its matches marked. HTML in it is shown as plain text. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    part.isMatch ? (
      <chakra.mark
        key={index}
        bg="caution.wash"
        color="ink"
        borderRadius="2px"
        boxShadow="inset 0 -2px 0 var(--vault-colors-caution)"
        boxDecorationBreak="clone"
      >
        {part.text}
      </chakra.mark>
    ) : (
      <span key={index}>{part.text}</span>
    ),
  );
}
