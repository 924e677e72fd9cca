import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { strings } from '../strings/shared.strings.ts';
import { footerGroups } from './public.strings.ts';
import { SmallText } from '../components/ui/muted-text.ts';

const FooterItem = chakra('span', {
  base: {
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '32px',
      color: 'ink.muted',
      textDecoration: 'none',
      _hover: { color: 'ink', textDecoration: 'underline', textUnderlineOffset: '3px' },
    },
  },
});

/** Addresses that the server serves, not this application. */
const ownedByServer = new Set(['/api']);

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <FooterItem>{ownedByServer.has(to) ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>}</FooterItem>
  );
}

/** The footer of the public pages: links in four groups. */
export function PublicFooter() {
  return (
    <chakra.footer borderTopWidth="1px" fontSize="sm">
      <chakra.div maxWidth="1200px" mx="auto" px={{ base: '4', md: '8' }} py={{ base: '10', md: '14' }}>
        <chakra.nav
          aria-label="More about Webinar Vault"
          display="grid"
          gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
          gap="8"
          css={{ '@media print': { display: 'none' } }}
        >
          {footerGroups.map(({ title, links }) => (
            <div key={title}>
              <chakra.h2 fontSize="sm" fontWeight="strong" mb="2">
                {title}
              </chakra.h2>
              <chakra.ul>
                {links.map((each) => (
                  <li key={each.to}>
                    <FooterLink {...each} />
                  </li>
                ))}
              </chakra.ul>
            </div>
          ))}
        </chakra.nav>
        <SmallText mt="10">{strings.copyright}</SmallText>
      </chakra.div>
    </chakra.footer>
  );
}
