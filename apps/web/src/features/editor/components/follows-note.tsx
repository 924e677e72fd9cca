import { chakra } from '@chakra-ui/react';
import { Tooltip } from '../../../components/ui/tooltip.tsx';

const meaning =
  'A word in the transcript was corrected, and this text repeats it: it was changed too. Your own edit or a new generation ends this.';

const Note = chakra('button', {
  base: {
    px: '0',
    fontSize: 'xs',
    fontStyle: 'italic',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    cursor: 'help',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '3px',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

/** Says that a text was changed because it repeats corrected words of the transcript. */
export function FollowsNote() {
  return (
    <Tooltip text={meaning}>
      <Note type="button" aria-description={meaning}>
        Follows the transcript
      </Note>
    </Tooltip>
  );
}
