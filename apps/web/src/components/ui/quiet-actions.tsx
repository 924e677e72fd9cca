import { chakra } from '@chakra-ui/react';

/**
 * The actions of one item of a list. On devices with hover they are visible only while the item, marked with
 * `data-acts`, is hovered or contains the focus; on other devices always.
 */
export const QuietActions = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    '@media (hover: hover)': {
      opacity: 0,
      transition: 'opacity 150ms ease-out',
      '[data-acts]:hover &, [data-acts]:focus-within &': { opacity: 1 },
    },
  },
});
