import { chakra } from '@chakra-ui/react';

/** A part of a skeleton: takes the place of a text or a picture that is being loaded. */
export const SkeletonBlock = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

/** Placeholder of a page that is being loaded: only the border of the header, so that a quick load does not flash. */
export function PageSkeleton() {
  return <chakra.div aria-busy="true" height="64px" borderBottomWidth="1px" />;
}
