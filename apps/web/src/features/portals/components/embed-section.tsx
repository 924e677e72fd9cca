import { chakra } from '@chakra-ui/react';
import type { PortalTheme } from '@vault/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import { elementCode, frameCode } from '../model/embed-code.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { optionsOf, portalsStrings as strings } from '../portals.strings.ts';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import { FormSection } from './form-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { PageSelect } from './preview.tsx';

function Code({ title, code }: { title: string; code: string }) {
  const id = useId();
  return (
    <div>
      <Line justifyContent="space-between" mb="1">
        <chakra.h3 id={id} fontSize="sm" fontWeight="strong">
          {title}
        </chakra.h3>
        <CopyButton label={strings.copyCode(title)} text={code} done="Code copied." />
      </Line>
      <chakra.pre
        role="group"
        aria-labelledby={id}
        p="3"
        borderRadius="md"
        bg="sunken"
        fontFamily="mono"
        fontSize="xs"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {code}
      </chakra.pre>
    </div>
  );
}

/** Code for pages of other sites, as the portal is saved. */
export function EmbedSection() {
  const { portal } = usePortalEditor();
  const [videoId, setVideoId] = useState('');
  const [theme, setTheme] = useState<PortalTheme>('auto');
  const choice = { videoId, theme };
  return (
    <FormSection
      title="Put it on your site"
      note="Copy one of these into a page. Both show the portal as it is saved and published."
    >
      {portal.domains.length === 0 ? (
        <Line role="note" p="3" borderRadius="md" bg="caution.wash" fontSize="sm">
          No page may embed the portal yet.
          <Button size="small" onClick={() => document.getElementsByName('domains')[0]?.focus()}>
            Enter the domains of your site
          </Button>
        </Line>
      ) : null}
      <Line alignItems="flex-end">
        <PageSelect value={videoId} onChange={setVideoId} />
        <Select
          label={strings.theme}
          width="160px"
          value={theme}
          options={optionsOf(strings.embedThemes)}
          onChange={(value) => setTheme(value as PortalTheme)}
        />
      </Line>
      <Code title="With a script (adjusts its own height)" code={elementCode(portal, choice)} />
      <Code title="Without a script" code={frameCode(portal, choice)} />
    </FormSection>
  );
}
