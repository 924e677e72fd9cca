import { PublicFooter } from '../layouts/public-footer.tsx';
import { useAnchor } from '../layouts/use-anchor.ts';
import { Landing } from '../features/landing/components/landing.tsx';
import { landingStrings } from '../features/landing/landing.strings.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';

/** The public front page. For signed-in users it has a link to the library. */
export function HomePage() {
  usePageTitle(landingStrings.title);
  useAnchor();
  return (
    <>
      <Landing />
      <PublicFooter />
    </>
  );
}
