import { chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { useUserSession } from '../../../api/session/user-session.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { suggestPage } from '../model/suggest-page.ts';
import { notFoundStrings as strings } from '../not-found.strings.ts';
import type { PageLink } from '../not-found.strings.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** The requested address, and links to pages that may help. */
export function PageSuggestion() {
  const { pathname } = useLocation();
  const front: PageLink = useUserSession() ? strings.links.library : strings.links.home;
  const nearest = suggestPage(pathname);
  const links = nearest ? [nearest, front] : [front];
  return (
    <>
      <MutedText mb="4" overflowWrap="anywhere">
        {strings.lookedFor} <chakra.code fontFamily="mono">{pathname}</chakra.code>
      </MutedText>
      <chakra.p mb="6" maxWidth="65ch">
        {nearest ? `${strings.text} ${strings.similar}` : strings.text}
      </chakra.p>
      <chakra.ul display="grid" gap="3">
        {links.map(({ to, label }) => (
          <li key={to}>
            <TextLink to={to}>{label}</TextLink>
          </li>
        ))}
      </chakra.ul>
    </>
  );
}
