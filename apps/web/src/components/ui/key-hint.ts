import { chakra } from '@chakra-ui/react';

/** A hint about keyboard keys, hidden on touch devices. */
export const KeyHint = chakra('span', { base: { '@media (pointer: coarse)': { display: 'none' } } });
