import { Link } from 'react-router-dom';
import { useUserSession } from '../../api/user-session.ts';
import { Button } from '../../components/button.tsx';
import { landingStrings as words } from './landing.strings.ts';

/** The one thing to do: start, or for whoever is signed in, go on. */
export function StartCall() {
  const isSignedIn = useUserSession() !== null;
  return (
    <Button asChild tone="primary">
      <Link to={isSignedIn ? '/asset/view' : '/login'}>
        {isSignedIn ? words.openLibrary : words.startTrial}
      </Link>
    </Button>
  );
}
