import type { WorkspaceRecord } from '@vault/contracts';
import { Link } from 'react-router-dom';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';

/** Leads to the audit log of the team; nothing for whoever may not read it. */
export function AuditSection({ team }: { team: WorkspaceRecord }) {
  if (!useMay()('audit.read')) return null;
  return (
    <PageSection id="audit" title="Audit log">
      <MutedText maxWidth="65ch">
        {`Who changed what in ${team.name}, when, and from which network address.`}
      </MutedText>
      <Line>
        <Button asChild>
          <Link to="/workspace/audit">Open the audit log</Link>
        </Button>
      </Line>
    </PageSection>
  );
}
