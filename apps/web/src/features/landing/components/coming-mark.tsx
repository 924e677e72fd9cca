import { chakra } from '@chakra-ui/react';
import { landingStrings as strings } from '../landing.strings.ts';

const Mark = chakra('span', {
  base: {
    px: '2',
    py: '0.5',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'sm',
    fontFamily: 'body',
    fontSize: 'xs',
    fontWeight: 'strong',
    lineHeight: '1.3',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
  },
});

/** Follows the name of something that is planned and cannot be used yet. */
export function ComingMark() {
  return <Mark>{strings.coming}</Mark>;
}
