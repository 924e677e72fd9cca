import type { PortalPart } from '@vault/contracts';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';

const parts = Object.keys(strings.parts) as PortalPart[];

/** What pages of videos show beside player and chapters. */
export function ShownSection() {
  const { settings, change } = usePortalEditor();
  const { shows } = settings;
  return (
    <FormSection title="What it shows" note="Player and chapters are always shown.">
      <div>
        {parts.map((part) => (
          <Choice key={part}>
            <input
              type="checkbox"
              checked={shows.includes(part)}
              onChange={({ target: { checked } }) => {
                // Always in the same order, so that a part that is set again is no change.
                change({ shows: parts.filter((each) => (each === part ? checked : shows.includes(each))) });
              }}
            />
            {strings.parts[part]}
          </Choice>
        ))}
      </div>
    </FormSection>
  );
}
