import { PublicArticle } from '../layouts/public-article.tsx';
import { SupportContact } from '../features/support/components/support-contact.tsx';
import { SupportTopics } from '../features/support/components/support-topics.tsx';
import { supportStrings } from '../features/support/support.strings.ts';

export function SupportPage() {
  return (
    <PublicArticle title={supportStrings.title} lead={supportStrings.lead}>
      <SupportTopics />
      <SupportContact />
    </PublicArticle>
  );
}
