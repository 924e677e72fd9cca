import { useTeam } from '../../../api/session/workspace.ts';
import type { TeamStart } from '../../../api/workspaces/team-start.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { TextLink } from '../../../components/ui/text-link.tsx';

/** The way to the first team. Whoever is in one has the switcher. */
export function TeamSection() {
  if (useTeam()) return null;
  return (
    <PageSection id="teams" title="Teams">
      <MutedText maxWidth="65ch">
        Work with others:{' '}
        <TextLink to="/workspace" state={{ isCreating: true } satisfies TeamStart}>
          create a team
        </TextLink>
        . It has its own videos, tokens and prompts.
      </MutedText>
    </PageSection>
  );
}
