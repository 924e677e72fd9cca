import { PublicArticle } from '../app/layouts/public-article.tsx';
import { notFoundStrings } from '../features/not-found/not-found.strings.ts';
import { PageSuggestion } from '../features/not-found/page-suggestion.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle(notFoundStrings.title);
  return (
    <PublicArticle title={notFoundStrings.title}>
      <PageSuggestion />
    </PublicArticle>
  );
}
