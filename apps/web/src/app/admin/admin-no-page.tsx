import { Nothing } from '../../components/admin/list-states.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { adminStrings as words } from './admin.strings.ts';

/** Shown for an unknown address of the admin area. */
export function AdminNoPage() {
  usePageTitle(words.noPageTitle);
  return (
    <Nothing title={words.noPageTitle} text={words.noPageText}>
      <TextLink to="/admin/dashboard">{words.toDashboard}</TextLink>
    </Nothing>
  );
}
