import { chakra } from '@chakra-ui/react';

/** Words about keys. Who has but a finger is spared them. */
export const KeyHint = chakra('span', { base: { '@media (pointer: coarse)': { display: 'none' } } });
