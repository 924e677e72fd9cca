import { chakra } from '@chakra-ui/react';
import type { Glossary, GlossaryTerm } from '@vault/contracts';
import { glossaryLimits } from '@vault/contracts';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useGlossaryQuery } from '../../../api/glossary-api.ts';
import { OrdinaryQuestion } from '../../../components/glossary/ordinary-question.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useLeaveGuard } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { MutedText, PageTitle } from '../../../components/ui/muted-text.ts';
import { SaveLabel } from '../../../components/ui/save-status.tsx';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { GlossaryActionsContext, useGlossaryEdits } from '../model/use-glossary-edits.ts';
import { LibraryJobBar } from '../../../components/library-job/library-job-bar.tsx';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { NewTerm } from './new-term.tsx';
import { Offers } from './offers.tsx';
import { TermConflict } from './term-conflict.tsx';
import { TermList } from './term-list.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

function Skeletons() {
  return (
    <chakra.div role="status" aria-label="Loading" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <chakra.div key={row} display="flex" gap="4" py="3" borderTopWidth="1px">
          <SkeletonBlock height="20px" width="24%" />
          <SkeletonBlock height="20px" width="40%" />
        </chakra.div>
      ))}
    </chakra.div>
  );
}

interface EditorProps {
  glossary: Glossary;
  /** Reads the terms again. */
  reload: () => Promise<readonly GlossaryTerm[]>;
}

function Editor({ glossary: { terms: saved, offers }, reload }: EditorProps) {
  const { terms, kind, isSaving, actions, conflict, settle, question, announcement } =
    useGlossaryEdits(saved);
  // A save goes on when another page of the product is opened.
  const leaving = useMemo(() => ({ isUnsaved: isSaving, isStuck: () => false }), [isSaving]);
  const leaveDialog = useLeaveGuard(leaving, 'The last change to the glossary is not saved yet.');
  const mayEdit = useMay()('library.edit');
  const hasForms = mayEdit && terms.some(({ wrongForms }) => wrongForms.length > 0);
  return (
    <GlossaryActionsContext value={actions}>
      <Line minHeight="32px" mb="4" justifyContent="space-between">
        {hasForms ? (
          <Button asChild size="small">
            <Link to="/glossary/apply">
              <ListChecks aria-hidden size={16} strokeWidth={1.5} />
              {strings.applyTitle}
            </Link>
          </Button>
        ) : null}
        <chakra.span ms="auto">
          <SaveLabel kind={kind} />
        </chakra.span>
      </Line>
      {mayEdit ? <Offers offers={offers} /> : null}
      {!mayEdit ? null : terms.length >= glossaryLimits.terms ? (
        <MutedText py="6" borderTopWidth="1px">
          {strings.full}
        </MutedText>
      ) : (
        <NewTerm />
      )}
      <TermList terms={terms} reload={reload} />
      {conflict ? (
        <TermConflict
          conflict={conflict}
          onSettled={(isMine) =>
            void settle(isMine).then((problem) => {
              if (problem) showToast({ kind: 'error', text: problem });
            })
          }
        />
      ) : null}
      {question ? <OrdinaryQuestion question={question} /> : null}
      {leaveDialog}
      <chakra.span srOnly aria-live="polite">
        <span key={announcement.count}>{announcement.text}</span>
      </chakra.span>
    </GlossaryActionsContext>
  );
}

/** The glossary of the user: terms, offers, import and export. */
export function GlossaryEditor() {
  const { data, error, isFetching, refetch } = useGlossaryQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <>
      <PageTitle tabIndex={-1} outline="none" letterSpacing="-0.01em">
        {strings.title}
      </PageTitle>
      <MutedText mt="2" mb="4" maxWidth="65ch">
        Names and terms that the captions get wrong. In new videos, the forms that you list are corrected
        before chapters, titles and quotes are written. In earlier videos, you choose the lines.
      </MutedText>
      <LibraryJobBar />
      {hasFailed ? (
        <LoadProblem error={error} text={strings.notLoaded} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !hasFailed ? <Skeletons /> : null}
      {data ? <Editor glossary={data} reload={async () => (await refetch()).data?.terms ?? []} /> : null}
    </>
  );
}
