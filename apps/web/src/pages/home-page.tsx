import { PublicFooter } from '../app/layouts/public-footer.tsx';
import { useAnchor } from '../app/layouts/use-anchor.ts';
import { Landing } from '../features/landing/landing.tsx';
import { landingStrings } from '../features/landing/landing.strings.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

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
