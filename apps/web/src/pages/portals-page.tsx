import { chakra } from '@chakra-ui/react';
import { PortalList } from '../features/portals/components/portal-list.tsx';
import { portalsStrings } from '../features/portals/portals.strings.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';

/** The portals of the user. */
export function PortalsPage() {
  usePageTitle(portalsStrings.title);
  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="900px" mx="auto">
        <PortalList />
      </chakra.div>
    </chakra.div>
  );
}
