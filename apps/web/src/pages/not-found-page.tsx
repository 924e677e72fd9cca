import { PublicArticle } from '../app/layouts/public-article.tsx';
import { notFoundStrings } from '../features/not-found/not-found.strings.ts';
import { WayOn } from '../features/not-found/way-on.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle(notFoundStrings.title);
  return (
    <PublicArticle title={notFoundStrings.title}>
      <WayOn />
    </PublicArticle>
  );
}
