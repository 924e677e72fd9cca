import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { colourChanges } from '../model/colour-note.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { optionsOf, portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { PictureField } from '../../../components/ui/fields/picture-field.tsx';
import { useSetLogoMutation } from '../api/portals-api.ts';
import { SettingField } from './setting-field.tsx';

/** The signal colour of the light theme, which pages have without an own one. */
const productColour = '#c8321a';

function ColourField() {
  const { settings, change } = usePortalEditor();
  /** Text that is not a colour yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const colour = settings.accent ?? productColour;
  const set = (text: string) => {
    const isColour = /^#[0-9a-f]{6}$/i.test(text);
    setTyped(isColour ? null : text);
    if (isColour) change({ accent: text.toLowerCase() });
  };
  return (
    <div>
      <Line alignItems="flex-end">
        <chakra.input
          type="color"
          aria-label="Pick a colour"
          value={colour}
          width="44px"
          height="44px"
          borderWidth="1px"
          borderRadius="md"
          bg="surface"
          onChange={({ target }) => set(target.value)}
        />
        <SettingField
          name="accent"
          label="Colour"
          width="140px"
          fontFamily="mono"
          spellCheck={false}
          value={typed ?? colour}
          onChange={({ target }) => set(target.value)}
          onBlur={() => setTyped(null)}
        />
        <Button
          aria-pressed={settings.accent === null}
          onClick={() => {
            setTyped(null);
            change({ accent: null });
          }}
        >
          Product colour
        </Button>
      </Line>
      <div role="status">
        {typed === null ? null : <SmallText mt="2">Use a hex code such as #c8321a.</SmallText>}
        {settings.accent === null
          ? null
          : colourChanges(colour).map(({ page, background, change: way, shown }) => (
              <SmallText key={page} mt="2">
                {strings.colourNote(way, page)}{' '}
                <chakra.span
                  px="2"
                  borderRadius="sm"
                  forcedColorAdjust="none"
                  style={{ background, color: shown }}
                >
                  {shown}
                </chakra.span>
              </SmallText>
            ))}
      </div>
    </div>
  );
}

/** Colour, logo and theme. */
export function LookSection() {
  const { portal, settings, change } = usePortalEditor();
  const [setLogo, { isLoading: isStoring }] = useSetLogoMutation();
  return (
    <FormSection title="Look">
      <ColourField />
      <PictureField
        name="logo"
        picture={portal.logo}
        onStore={(image) => setLogo({ id: portal.id, image }).unwrap()}
        isBusy={isStoring}
      />
      <Select
        label={strings.theme}
        isField
        width="240px"
        value={settings.theme}
        options={optionsOf(strings.themes)}
        onChange={(value) => change({ theme: value as typeof settings.theme })}
      />
    </FormSection>
  );
}
