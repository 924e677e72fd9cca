import type { PortalPart } from '@vault/contracts';
import { absoluteUrl } from '../model/portal-address.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';
import { SettingArea, SettingField } from './setting-field.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';

/** Name, address and the text below the name. */
export function AddressSection() {
  const { portal, settings, change } = usePortalEditor();
  const { name, slug, intro } = settings;
  const address = `${absoluteUrl(portal.link).origin}/p/${slug}`;
  return (
    <FormSection title="Name and address">
      <SettingField
        name="name"
        label={strings.name}
        value={name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <SettingField
        name="slug"
        label={strings.address}
        hint={slug === portal.slug ? address : strings.otherAddress(address)}
        spellCheck={false}
        value={slug}
        onChange={({ target }) => change({ slug: target.value })}
      />
      <SettingArea
        name="intro"
        label="Introduction"
        hint="Optional. Say what visitors find here."
        value={intro}
        onChange={({ target }) => change({ intro: target.value })}
      />
    </FormSection>
  );
}

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
