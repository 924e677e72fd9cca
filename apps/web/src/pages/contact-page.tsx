import { PublicArticle } from '../app/layouts/public-article.tsx';
import { contactStrings } from '../features/contact/contact.strings.ts';
import { FeedbackDesk } from '../features/contact/feedback-desk.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function ContactPage() {
  usePageTitle(contactStrings.title);
  return (
    <PublicArticle title={contactStrings.title} lead={contactStrings.lead}>
      <FeedbackDesk />
    </PublicArticle>
  );
}
