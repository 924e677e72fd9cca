import { chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { useUserSession } from '../api/session/user-session.ts';
import { MutedText } from '../components/ui/muted-text.ts';
import { TextLink } from '../components/ui/text-link.tsx';
import { PublicArticle } from '../layouts/public-article.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  const session = useUserSession();
  return (
    <PublicArticle title="This page does not exist">
      <MutedText mb="4" overflowWrap="anywhere">
        You asked for <chakra.code fontFamily="mono">{pathname}</chakra.code>
      </MutedText>
      <chakra.p mb="6" maxWidth="65ch">
        The address may have changed, or the link may be incomplete.
      </chakra.p>
      {session ? (
        <TextLink to="/asset/view">Go to the library</TextLink>
      ) : (
        <TextLink to="/">Go to the front page</TextLink>
      )}
    </PublicArticle>
  );
}
