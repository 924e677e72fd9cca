import { chakra } from '@chakra-ui/react';

/** A part of a skeleton: takes the place of a text or a picture that is being loaded. */
export const SkeletonBlock = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});
