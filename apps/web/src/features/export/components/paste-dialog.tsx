import { chakra } from '@chakra-ui/react';
import type { Chapter, VideoRecord } from '@vault/contracts';
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { youtubeChapters } from '../model/youtube-chapters.ts';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { exportStrings as strings } from '../export.strings.ts';
import { pastePlan } from '../model/paste-plan.ts';
import type { PastePlan } from '../model/paste-plan.ts';
import { PastePreview } from './paste-preview.tsx';

/** More characters than the exported JSON file of the longest video has. */
const maxCharacters = 4_000_000;

const Column = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    gap: '2',
    minHeight: 0,
    height: { md: 'calc(min(460px, 58dvh) - 32px)' },
  },
});

/** The status under the columns: the number of problems, or the effect on the chapters. */
function summaryOf({ problems, chapters, merged, isSame }: PastePlan): string {
  if (problems.length > 0) return strings.problems(problems.length);
  if (chapters.length === 0) return '';
  if (isSame) return 'These are the current chapters.';
  return strings.summary({ total: chapters.length, matchCount: merged.matchCount, lost: merged.lost.length });
}

interface PasteDialogProps {
  video: VideoRecord;
  initialText: string;
  /** Saves the full list. @returns why it was not saved, as a sentence; empty when it was */
  onSet: (chapters: readonly Chapter[]) => Promise<string>;
  onClose: () => void;
}

/** Replaces the chapters of a video by a pasted list of times and titles. Asks before texts are lost. */
export function PasteDialog({ video, initialText, onSet, onClose }: PasteDialogProps) {
  const [text, setText] = useState(initialText);
  const [asking, setAsking] = useState<'lose' | 'leave' | null>(null);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const summaryId = useId();
  const shownText = useDeferredValue(text);
  const plan = useMemo(() => pastePlan(shownText, video), [shownText, video]);

  const showLine = useCallback((line: number) => {
    if (area.current) selectLine(area.current, line);
  }, []);
  const stay = () => setAsking(null);
  const leave = () => {
    if (text.trim() !== '' && text !== initialText) setAsking('leave');
    else onClose();
  };
  const set = async (chapters: readonly Chapter[]) => {
    setAsking(null);
    setMessage('');
    setBusy(true);
    const problem = await onSet(chapters);
    setBusy(false);
    if (problem === '') onClose();
    else setMessage(problem);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    // The preview is deferred: check the text as typed.
    const { problems, isReady, merged } = pastePlan(text, video);
    const [first] = problems;
    if (first) showLine(first.line);
    else if (!isReady) area.current?.focus();
    else if (merged.lost.length > 0) setAsking('lose');
    else void set(merged.chapters);
  };

  return (
    <Modal
      size="wide"
      title="Paste chapters"
      note="A list of chapters, as in a YouTube description or in your notes."
      closeLabel={strings.close}
      onCancel={leave}
    >
      <chakra.form
        noValidate
        onSubmit={submit}
        display="grid"
        gridTemplateRows="minmax(0, 1fr) auto"
        minHeight="0"
      >
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}
          gap={{ base: '5', md: '6' }}
          alignContent="start"
          minHeight="0"
          height={{ md: 'min(460px, 58dvh)' }}
          overflowY={{ base: 'auto', md: 'hidden' }}
          px={{ base: '4', md: '6' }}
          py="4"
        >
          <Column>
            <FieldLabel htmlFor={id} mb="0">
              One chapter per line: its time, then its title
            </FieldLabel>
            <TextArea
              ref={area}
              id={id}
              autoFocus
              value={text}
              maxLength={maxCharacters}
              spellCheck={false}
              placeholder={'0:00 Welcome\n5:00 Three numbers\n15:30 Questions'}
              aria-describedby={summaryId}
              aria-invalid={plan.problems.length > 0}
              fontVariantNumeric="tabular-nums"
              resize="none"
              minHeight={{ base: '200px', md: '0' }}
              onChange={(event) => {
                setText(event.target.value);
                setMessage('');
              }}
            />
            <chakra.div minHeight="32px">
              {text.trim() === '' ? (
                <Button
                  size="small"
                  onClick={() => {
                    const spans = chapterSpans(video.chapters, video.duration);
                    setText(youtubeChapters(spans, video.duration).text);
                    area.current?.focus();
                  }}
                >
                  Start with the current list
                </Button>
              ) : null}
            </chakra.div>
          </Column>
          <Column>
            <chakra.h3 fontSize="sm" fontWeight="strong">
              {strings.preview}
            </chakra.h3>
            <PastePreview plan={plan} duration={video.duration} onLine={showLine} />
          </Column>
        </chakra.div>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="flex-end"
          gap="2"
          px={{ base: '4', md: '6' }}
          py="3"
          borderTopWidth="1px"
        >
          <chakra.div flex="1 1 280px" minWidth="0">
            <chakra.p
              id={summaryId}
              role="status"
              fontSize="sm"
              color={plan.problems.length > 0 ? 'signal' : 'ink.muted'}
            >
              {summaryOf(plan)}
            </chakra.p>
            {message === '' ? null : <FormMessage message={message} />}
          </chakra.div>
          <Button onClick={leave}>Cancel</Button>
          <Button
            isBusy={isBusy}
            type="submit"
            tone="primary"
            minWidth="148px"
            aria-disabled={isBusy || !plan.isReady}
          >
            {isBusy ? 'Setting chapters…' : 'Set chapters'}
          </Button>
        </chakra.div>
      </chakra.form>
      {asking === 'lose' ? (
        <ConfirmDialog
          question={strings.loseTitle(plan.merged.lost.length)}
          confirmLabel="Set chapters anyway"
          cancelLabel="Back to the list"
          onConfirm={() => void set(plan.merged.chapters)}
          onCancel={stay}
        >
          <LostChapters chapters={plan.merged.lost} />
        </ConfirmDialog>
      ) : null}
      {asking === 'leave' ? (
        <ConfirmDialog
          question="The list is not saved"
          confirmLabel="Leave"
          cancelLabel="Stay"
          onConfirm={onClose}
          onCancel={stay}
        >
          If you leave, the pasted list is discarded.
        </ConfirmDialog>
      ) : null}
    </Modal>
  );
}

function LostChapters({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <>
      <p>{strings.loseText(chapters.length)}</p>
      <chakra.ul
        tabIndex={0}
        aria-label={strings.loseTitle(chapters.length)}
        mt="2"
        maxHeight="min(200px, 30dvh)"
        overflowY="auto"
        color="ink"
      >
        {chapters.map(({ start, title }) => (
          <chakra.li key={start + title} py="1" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {start} {title}
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/** Selects one line of a text area, counted from 1, and scrolls to it. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(before, before + (lines[line - 1]?.length ?? 0));
  // Approximate when long lines wrap.
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 2;
}
