import { PublicArticle } from '../layouts/public-article.tsx';
import { notFoundStrings } from '../features/not-found/not-found.strings.ts';
import { PageSuggestion } from '../features/not-found/components/page-suggestion.tsx';

export function NotFoundPage() {
  return (
    <PublicArticle title={notFoundStrings.title}>
      <PageSuggestion />
    </PublicArticle>
  );
}
