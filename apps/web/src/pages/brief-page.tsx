import { PublicArticle } from '../layouts/public-article.tsx';
import { BriefText } from '../features/brief/components/brief-text.tsx';
import { briefPages } from '../features/brief/brief.strings.ts';
import type { BriefName } from '../features/brief/brief.strings.ts';

export function BriefPage({ name }: { name: BriefName }) {
  const brief = briefPages[name];
  return (
    <PublicArticle title={brief.title}>
      <BriefText {...brief} />
    </PublicArticle>
  );
}
