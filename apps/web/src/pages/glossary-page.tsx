import { chakra } from '@chakra-ui/react';
import { GlossaryEditor } from '../features/glossary/components/glossary-editor.tsx';
import { LibraryCorrections } from '../features/glossary/components/library-corrections.tsx';
import { glossaryStrings } from '../features/glossary/glossary.strings.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { useMay } from '../api/workspaces/permissions.ts';
import { MutedText, PageTitle } from '../components/ui/muted-text.ts';
import { TextLink } from '../components/ui/text-link.tsx';

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

function ReadOnly() {
  return (
    <>
      <PageTitle mb="4">{glossaryStrings.applyTitle}</PageTitle>
      <MutedText>
        Only editors, admins and owners change the words of all videos.{' '}
        <TextLink to="/glossary">{glossaryStrings.title}</TextLink>
      </MutedText>
    </>
  );
}

/** Where the wrong forms of the glossary stand in the library. */
export function GlossaryApplyPage() {
  usePageTitle(glossaryStrings.applyTitle);
  const mayEdit = useMay()('library.edit');
  return <Page>{mayEdit ? <LibraryCorrections /> : <ReadOnly />}</Page>;
}
