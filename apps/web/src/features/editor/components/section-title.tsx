import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Tooltip } from '../../../components/ui/tooltip.tsx';

/** The title of one part of a chapter, with its actions. */
export function SectionTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" minHeight="28px">
      <chakra.h4 fontSize="xs" fontWeight="strong" color="ink.muted">
        {title}
      </chakra.h4>
      {children}
    </chakra.div>
  );
}

const meaning =
  'A word in the transcript was corrected, and this text repeats it: it was changed too. Your own edit or a new generation ends this.';

/** Says that a text was changed because it repeats corrected words of the transcript. */
export function FollowsNote() {
  return (
    <Tooltip text={meaning}>
      <chakra.button
        type="button"
        aria-description={meaning}
        px="0"
        fontSize="xs"
        fontStyle="italic"
        color="ink.muted"
        whiteSpace="nowrap"
        cursor="help"
        textDecoration="underline dotted"
        textUnderlineOffset="3px"
        css={{ '@media (pointer: coarse)': { minHeight: '44px' } }}
      >
        Follows the transcript
      </chakra.button>
    </Tooltip>
  );
}
