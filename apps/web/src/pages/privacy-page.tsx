import { PublicArticle } from '../app/layouts/public-article.tsx';
import { LegalText } from '../features/legal/legal-text.tsx';
import { privacyParts, privacyStrings } from '../features/legal/privacy.strings.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export function PrivacyPage() {
  usePageTitle(privacyStrings.title);
  return (
    <PublicArticle title={privacyStrings.title} lead={privacyStrings.lead}>
      <LegalText dated={privacyStrings.dated} parts={privacyParts} />
    </PublicArticle>
  );
}
