import { PublicArticle } from '../layouts/public-article.tsx';
import { contactStrings } from '../features/contact/contact.strings.ts';
import { FeedbackSection } from '../features/contact/components/feedback-section.tsx';

export function ContactPage() {
  return (
    <PublicArticle title={contactStrings.title} lead={contactStrings.lead}>
      <FeedbackSection />
    </PublicArticle>
  );
}
