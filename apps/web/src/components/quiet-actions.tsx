import { chakra } from '@chakra-ui/react';

/**
 * What can be done with one thing among many. Where a pointer hovers it is in sight while the thing, marked with
 * `data-acts`, is pointed at or has the keyboard; elsewhere always.
 */
export const QuietActions = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    '& button': { width: '32px', height: '32px' },
    '& svg': { width: '16px', height: '16px' },
    '@media (hover: hover)': {
      opacity: 0,
      transition: 'opacity 150ms ease-out',
      '[data-acts]:hover &, [data-acts]:focus-within &': { opacity: 1 },
    },
  },
});
