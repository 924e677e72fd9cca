import { chakra } from '@chakra-ui/react';
import { useTeams } from '../../../api/workspaces/workspaces-api.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { dayText } from '../../../lib/format/format-time.ts';

/** The teams through whose providers the user signs in; nothing without one. */
export function SignOnSection() {
  const linked = useTeams().filter(({ linked_at }) => linked_at !== undefined);
  if (linked.length === 0) return null;
  return (
    <PageSection id="sign-on" title="Single sign-on">
      <chakra.ul aria-label="Linked sign-ons" display="grid" gap="2" maxWidth="640px">
        {linked.map(({ id, name, linked_at = 0 }) => (
          <li key={id}>
            <chakra.span fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
              {name}
            </chakra.span>
            <MutedText>Linked on {dayText(linked_at)}</MutedText>
          </li>
        ))}
      </chakra.ul>
      <MutedText maxWidth="65ch">
        You can sign in through the provider of each team. A link ends when you leave the team.
      </MutedText>
    </PageSection>
  );
}
