import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { selectIsUpgradeOffered, upgradeWithdrawn } from './upgrade-offer.slice.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useUpgradePages } from '../../api/workspaces/permissions.ts';

/** A link to the plans, which stays after the toast of a refusal has disappeared. */
export function UpgradeOffer() {
  const dispatch = useAppDispatch();
  const isOffered = useAppSelector(selectIsUpgradeOffered);
  const pages = useUpgradePages();
  if (!isOffered) return null;
  const withdraw = () => dispatch(upgradeWithdrawn());
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
        {pages ? (
          <>
            Your plan does not include this.{' '}
            <TextLink to={pages.plan} onClick={withdraw}>
              Ask for an upgrade
            </TextLink>{' '}
            or{' '}
            <TextLink to={pages.tokens} onClick={withdraw}>
              for tokens
            </TextLink>
          </>
        ) : (
          'The plan of the team does not include this. Its owners and admins can ask for an upgrade.'
        )}
      </span>
      <IconButton label="Dismiss the offer" icon={X} onClick={withdraw} />
    </chakra.section>
  );
}
