import { Link } from 'react-router-dom';
import { useUserSession } from '../../../api/session/user-session.ts';
import { Button, type ButtonProps } from '../../../components/ui/button.tsx';
import { landingStrings as strings } from '../landing.strings.ts';

/** The main call to action: start the trial, or open the library when signed in. */
export function StartButton({ tone }: Required<Pick<ButtonProps, 'tone'>>) {
  const isSignedIn = useUserSession() !== null;
  return (
    <Button asChild tone={tone}>
      <Link to={isSignedIn ? '/asset/view' : '/login'}>
        {isSignedIn ? strings.openLibrary : strings.startTrial}
      </Link>
    </Button>
  );
}
