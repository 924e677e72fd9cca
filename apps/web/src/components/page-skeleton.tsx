import { chakra } from '@chakra-ui/react';

/** A page on its way: only the header's line, so that nothing flashes on a quick load. */
export function PageSkeleton() {
  return <chakra.div aria-busy="true" height="64px" borderBottom="1px solid" borderColor="line" />;
}
