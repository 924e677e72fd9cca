import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useUpgradeOffer, withdrawUpgrade } from './offer-upgrade.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** A link to the plans, which stays after the toast of a refusal has disappeared. */
export function UpgradeOffer() {
  const isOffered = useUpgradeOffer();
  // The offer is only for the current user.
  useEffect(() => withdrawUpgrade, []);
  if (!isOffered) return null;
  return (
    <chakra.section
      aria-label="Your plan does not include this."
      position="fixed"
      left={{ base: '4', md: '8' }}
      bottom="5"
      zIndex="drawer"
      display="flex"
      alignItems="center"
      gap="3"
      maxWidth="calc(100vw - 32px)"
      ps="4"
      pe="1"
      py="1"
      bg="surface"
      border="1px solid"
      borderColor="line.strong"
      borderRadius="md"
      fontSize="sm"
    >
      <span>
        Your plan does not include this.{' '}
        <TextLink to="/account#plan" onClick={withdrawUpgrade}>
          Ask for an upgrade
        </TextLink>
      </span>
      <IconButton label="Dismiss the offer" icon={X} onClick={withdrawUpgrade} />
    </chakra.section>
  );
}
