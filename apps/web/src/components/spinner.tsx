import { chakra } from '@chakra-ui/react';

/** A turning ring inside a control that is waiting for an answer. Say what is awaited in text beside it. */
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
