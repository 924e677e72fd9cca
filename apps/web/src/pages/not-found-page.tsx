import { PublicArticle } from '../app/layouts/public-article.tsx';
import { notFoundStrings } from '../features/not-found/not-found.strings.ts';
import { PageSuggestion } from '../features/not-found/page-suggestion.tsx';

export function NotFoundPage() {
  return (
    <PublicArticle title={notFoundStrings.title}>
      <PageSuggestion />
    </PublicArticle>
  );
}
