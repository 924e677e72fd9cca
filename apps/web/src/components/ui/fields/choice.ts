import { chakra } from '@chakra-ui/react';

/** A checkbox or a radio button with its text. */
export const Choice = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'start',
    columnGap: '3',
    rowGap: '1',
    justifySelf: 'start',
    minHeight: '32px',
    fontSize: 'sm',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '& > input': { width: '18px', height: '18px', mt: '1px', accentColor: 'var(--vault-colors-ink)' },
    '&:has(:disabled)': { cursor: 'default', color: 'ink.muted' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  variants: {
    isFramed: {
      true: {
        justifySelf: 'stretch',
        p: '3',
        border: '1px solid',
        borderColor: 'line.strong',
        borderRadius: 'md',
        '&:has(:checked)': { borderColor: 'ink', boxShadow: 'inset 0 0 0 1px var(--vault-colors-ink)' },
      },
    },
  },
});
