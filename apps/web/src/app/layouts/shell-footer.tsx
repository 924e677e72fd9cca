import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { strings } from '../../strings.ts';

const links = [
  { to: '/support', label: strings.support },
  { to: '/contact', label: strings.contact },
  { to: '/privacy-policy', label: strings.privacy },
  { to: '/terms-of-service', label: strings.terms },
];

const QuietLink = chakra(Link, {
  base: {
    color: 'ink.muted',
    textDecoration: 'none',
    py: '2',
    borderRadius: 'sm',
    _hover: { color: 'ink', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** The footer of every signed-in page. */
export function ShellFooter({ isShifted }: { isShifted: boolean }) {
  return (
    <chakra.footer
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="6"
      borderTop="1px solid"
      borderColor="line"
      px={{ base: '4', md: '8' }}
      py="3"
      fontSize="xs"
      color="ink.muted"
      transition="margin-left 200ms ease-out"
      marginLeft={isShifted ? { md: '300px' } : undefined}
    >
      <chakra.span py="2">{strings.copyright}</chakra.span>
      <chakra.nav aria-label={strings.footer} display="flex" flexWrap="wrap" columnGap="5">
        {links.map(({ to, label }) => (
          <QuietLink key={to} to={to}>
            {label}
          </QuietLink>
        ))}
      </chakra.nav>
    </chakra.footer>
  );
}
