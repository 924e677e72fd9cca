import { absoluteUrl } from '../model/portal-address.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';
import { SettingArea, SettingField } from './setting-field.tsx';

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
