import { chakra } from '@chakra-ui/react';

/** A link that skips the header; hidden until it has the focus. */
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
