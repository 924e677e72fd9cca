import { chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { useUserSession } from '../../api/user-session.ts';
import { TextLink } from '../../components/text-link.tsx';
import { nearestPlace } from './nearest-place.ts';
import { notFoundStrings as words } from './not-found.strings.ts';
import type { Place } from './not-found.strings.ts';

function textFor(address: string): string {
  const guess = nearestPlace(address);
  if (!guess) return words.text;
  return guess.kind === 'promised' ? guess.text : `${words.text} ${words.similar}`;
}

/** What was asked for, and the nearest that is there. */
export function WayOn() {
  const { pathname } = useLocation();
  const front: Place = useUserSession() ? words.places.library : words.places.home;
  const nearest = nearestPlace(pathname)?.place;
  const places = [nearest, nearest?.to === front.to ? undefined : front].filter(
    (place) => place !== undefined,
  );
  return (
    <>
      <chakra.p fontSize="sm" color="ink.muted" mb="4" overflowWrap="anywhere">
        {words.lookedFor} <chakra.code fontFamily="mono">{pathname}</chakra.code>
      </chakra.p>
      <chakra.p mb="6" maxWidth="65ch">
        {textFor(pathname)}
      </chakra.p>
      <chakra.ul listStyle="none" p="0" display="grid" gap="3">
        {places.map(({ to, label }) => (
          <li key={to}>
            <TextLink to={to}>{label}</TextLink>
          </li>
        ))}
      </chakra.ul>
    </>
  );
}
