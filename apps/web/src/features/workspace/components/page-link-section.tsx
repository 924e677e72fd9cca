import type { Permission } from '@vault/contracts';
import { Link } from 'react-router-dom';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';

interface PageLinkSectionProps {
  id: string;
  title: string;
  /** What the page is for. */
  text: string;
  to: string;
  label: string;
  /** Who may not is not told of the page. */
  permission: Permission;
}

/** Leads to another page of the team. */
export function PageLinkSection({ id, title, text, to, label, permission }: PageLinkSectionProps) {
  if (!useMay()(permission)) return null;
  return (
    <PageSection id={id} title={title}>
      <MutedText maxWidth="65ch">{text}</MutedText>
      <Line>
        <Button asChild>
          <Link to={to}>{label}</Link>
        </Button>
      </Line>
    </PageSection>
  );
}
