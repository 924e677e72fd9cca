import { chakra } from '@chakra-ui/react';
import { PublicLayout } from '../app/layouts/public-layout.tsx';
import { TextLink } from '../components/text-link.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { strings } from '../strings.ts';

export function NotFoundPage() {
  usePageTitle(strings.notFoundTitle);
  return (
    <PublicLayout title={strings.notFoundTitle}>
      <chakra.p mb="6" color="ink.muted">
        {strings.notFoundText}
      </chakra.p>
      <TextLink to="/">{strings.backToLibrary}</TextLink>
    </PublicLayout>
  );
}
