import { chakra } from '@chakra-ui/react';

/** Placeholder of a page that is being loaded: only the border of the header, so that a quick load does not flash. */
export function PageSkeleton() {
  return <chakra.div aria-busy="true" height="64px" borderBottomWidth="1px" />;
}
