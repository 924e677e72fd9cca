import { chakra } from '@chakra-ui/react';

/** A spinner inside a busy control. It has no accessible name: put text beside it. */
export const Spinner = chakra(
  'span',
  {
    base: {
      display: 'inline-block',
      width: '1em',
      height: '1em',
      borderRadius: 'full',
      border: '2px solid currentColor',
      borderRightColor: 'transparent',
      animation: 'turn 700ms linear infinite',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
);
