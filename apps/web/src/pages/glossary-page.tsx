import { chakra } from '@chakra-ui/react';
import { GlossaryEditor } from '../features/glossary/components/glossary-editor.tsx';
import { LibraryCorrections } from '../features/glossary/components/library-corrections.tsx';
import { glossaryStrings } from '../features/glossary/glossary.strings.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';

const Page = chakra('div', {
  base: { maxWidth: '964px', mx: 'auto', px: { base: '4', md: '8' }, py: { base: '6', md: '8' } },
});

/** The glossary of the user. */
export function GlossaryPage() {
  usePageTitle(glossaryStrings.title);
  return (
    <Page>
      <GlossaryEditor />
    </Page>
  );
}

/** Where the wrong forms of the glossary stand in the library. */
export function GlossaryApplyPage() {
  usePageTitle(glossaryStrings.applyTitle);
  return (
    <Page>
      <LibraryCorrections />
    </Page>
  );
}
