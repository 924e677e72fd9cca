import { PublicArticle } from '../layouts/public-article.tsx';
import { LegalText } from '../features/legal/components/legal-text.tsx';
import { termsParts, termsStrings } from '../features/legal/terms.strings.ts';

export function TermsPage() {
  return (
    <PublicArticle title={termsStrings.title} lead={termsStrings.lead}>
      <LegalText dated={termsStrings.dated} parts={termsParts} />
    </PublicArticle>
  );
}
