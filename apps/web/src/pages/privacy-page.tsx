import { PublicArticle } from '../layouts/public-article.tsx';
import { LegalText } from '../features/legal/components/legal-text.tsx';
import { privacyParts, privacyStrings } from '../features/legal/privacy.strings.ts';

export function PrivacyPage() {
  return (
    <PublicArticle title={privacyStrings.title} lead={privacyStrings.lead}>
      <LegalText dated={privacyStrings.dated} parts={privacyParts} />
    </PublicArticle>
  );
}
