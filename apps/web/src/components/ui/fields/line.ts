import { chakra } from '@chakra-ui/react';

/** Controls side by side, on a narrow page below each other. */
export const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
});
