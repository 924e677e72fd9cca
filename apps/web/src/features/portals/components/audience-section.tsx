import { chakra } from '@chakra-ui/react';
import type { PortalAudience } from '@vault/contracts';
import { useId, useState } from 'react';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { dayOf, endOfDay } from '../../../lib/format/end-day.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';
import { PrivateLinks } from './private-links.tsx';
import { SettingArea, SettingField } from './setting-field.tsx';

const minuteMs = 60_000;
const audiences = Object.keys(strings.audiences) as PortalAudience[];

const linesOf = (text: string) => text.split(/[\s,;]+/).filter((line) => line !== '');

/** Hosts whose pages may embed the portal. */
function DomainsField() {
  const { settings, change } = usePortalEditor();
  const [typed, setTyped] = useState('');
  const lines = settings.domains.join('\n');
  return (
    <SettingArea
      name="domains"
      label="Domains"
      hint="One per line. Only pages on these domains can embed the portal."
      spellCheck={false}
      placeholder="www.example.com"
      // Empty lines stay while a person types.
      value={linesOf(typed).join('\n') === lines ? typed : lines}
      onChange={({ target }) => {
        setTyped(target.value);
        change({ domains: linesOf(target.value) });
      }}
    />
  );
}

/** Who may see the portal, and until when. */
export function AudienceSection() {
  const { settings, change } = usePortalEditor();
  const { audience, is_listed: isListed, ends_at: endsAt } = settings;
  const today = dayOf(useNow(minuteMs));
  const group = useId();
  return (
    <FormSection title={strings.audience}>
      <chakra.div role="radiogroup" aria-label={strings.audience}>
        {audiences.map((each) => (
          <Choice key={each}>
            <input
              type="radio"
              name={group}
              checked={audience === each}
              onChange={() => change({ audience: each })}
            />
            <span>
              {strings.audiences[each].text}
              <SmallText as="span" display="block">
                {strings.audiences[each].note}
              </SmallText>
            </span>
          </Choice>
        ))}
      </chakra.div>
      {audience === 'links' ? <PrivateLinks /> : null}
      {audience === 'anyone' ? (
        <Switch
          label="Let search engines list it"
          isOn={isListed}
          onChange={(isOn) => change({ is_listed: isOn })}
        />
      ) : null}
      <DomainsField />
      <SettingField
        name="ends_at"
        label={strings.endsOn}
        hint={strings.endHint(endsAt, today)}
        type="date"
        width="176px"
        min={today}
        max="9999-12-31"
        value={endsAt === null ? '' : dayOf(endsAt)}
        onChange={({ target }) => change({ ends_at: target.value === '' ? null : endOfDay(target.value) })}
      />
    </FormSection>
  );
}
