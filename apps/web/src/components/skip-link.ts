import { chakra } from '@chakra-ui/react';

/** Leads over what comes first on a page; out of sight until the keyboard is on it. */
export const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    left: '4',
    top: '-100px',
    zIndex: 'toast',
    px: '4',
    py: '2',
    bg: 'surface',
    color: 'ink',
    borderRadius: 'md',
    _focusVisible: { top: '3' },
  },
});
