import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { Ellipsis, Replace } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { hasUnreadChapters } from '../../../api/chapters-fallback.ts';
import { LibraryJobBar } from '../../../components/library-job/library-job-bar.tsx';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { usePlaybackValue } from '../../../components/player/playback.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { stepOf } from '../../../lib/browser/key-presses.ts';
import { SpeakerSelect, useChosenSpeaker } from '../../../components/video/speaker-filter.tsx';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { SaveLabel } from '../../../components/ui/save-status.tsx';
import { useAppSelector } from '../../../store/hooks.ts';
import { selectNameOffer } from '../model/name-offer.slice.ts';
import { replacePlaces } from '../model/find-replace.ts';
import { lineAt } from '../model/shown-lines.ts';
import type { Stretch } from '../model/speakers.ts';
import { selectSaveState } from '../model/transcript-edits.slice.ts';
import { useReplace } from '../model/use-replace.ts';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { useCaptionsEntries } from './use-captions-entries.tsx';
import { NameOfferBar } from './name-offer-bar.tsx';
import { ReplaceBar, TranscriptSearchBar } from './transcript-search-bar.tsx';
import { ReplacePreview } from './replace-preview.tsx';
import { BackToNow, SelectionBar } from './selection-bar.tsx';
import { SpeakerDialog } from './speaker-dialog.tsx';
import { TranscriptLines } from './transcript-lines.tsx';
import type { LinesHandle } from './transcript-lines.tsx';
import { TranscriptNames } from './transcript-names.tsx';
import { useReview } from './use-review.ts';
import { TranscriptSaves } from './transcript-saves.tsx';
import { TranscriptSteps } from './transcript-steps.tsx';
import { UploadCaptions } from './upload-captions.tsx';
import { useSelectedWords } from '../model/use-selected-words.ts';
import { useTranscriptSearch } from '../model/use-transcript-search.ts';
import type { TranscriptSearch } from '../model/use-transcript-search.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const showToast = createToaster({ durationMs: 5000, position: 'top' });

function emptyText(video: VideoRecord, isBroken: boolean): string {
  if (isBroken) return 'The transcript could not be loaded.';
  if (hasUnreadChapters(video))
    return 'The transcript cannot be shown at the moment. The page retries automatically.';
  if (video.state === 'captioning' && video.captions !== 'pending') return strings.captions.recognising;
  if (video.captions === 'pending') return 'The transcript is not ready yet.';
  return video.captionsReason || 'Captions are not available for this video.';
}

/** Whether the words are recognised again, or why they could not be. */
function Recognition({ video: { state, captions, captionsReason } }: { video: VideoRecord }) {
  const { recognising, notRecognised } = strings.captions;
  const hasFailed = captions === 'ready' && captionsReason !== '';
  const text = state === 'captioning' ? recognising : hasFailed ? `${notRecognised} ${captionsReason}` : '';
  return (
    <SmallText role="status" pb="2" _empty={{ display: 'none' }}>
      {text}
    </SmallText>
  );
}

/** Stops following the playback while the user moves through search hits. */
function readingAhead(search: TranscriptSearch, onReadAhead: () => void): TranscriptSearch {
  return {
    ...search,
    look: (keyword, firstLine) => {
      search.look(keyword, firstLine);
      if (keyword.trim() !== '') onReadAhead();
    },
    step: (by) => {
      search.step(by);
      onReadAhead();
    },
  };
}

interface TranscriptProps {
  video: VideoRecord;
  panel: RefObject<HTMLElement | null>;
  searchField: Ref<HTMLInputElement>;
}

/** The lines with the search, and what people do to the words. */
function Transcript({ video, panel, searchField }: TranscriptProps) {
  const edits = useTranscriptEdits();
  const cues = useTranscriptState((state) => state.lines);
  const isEditing = useTranscriptState(({ edited }) => edited !== null);
  const saveKind = useAppSelector((state) => selectSaveState(state, edits.key).kind);
  const [isFollowing, setFollowing] = useState(true);
  const [isReplacing, setReplacing] = useState(false);
  const active = usePlaybackValue((seconds) => lineAt(cues, seconds));
  const lines = useRef<LinesHandle>(null);
  const { time: selected, ends } = useSelectedWords(panel);
  const [from, to] = ends;
  const selectedLines = useMemo(
    () => (from === undefined || to === undefined ? null : { from, to }),
    [from, to],
  );
  /** The line whose speaker is asked for, with the lines that were selected then; null while none is. */
  const [speakerRequest, setSpeakerRequest] = useState<{ at: number; selected: Stretch | null } | null>(null);
  const [isNowInView, setNowInView] = useState(true);
  const readAhead = useCallback(() => setFollowing(false), []);
  const follow = useCallback(() => setFollowing(true), []);
  const askSpeaker = useCallback(
    (at: number) => setSpeakerRequest({ at, selected: selectedLines }),
    [selectedLines],
  );
  const speaker = useChosenSpeaker();
  const offer = useAppSelector(selectNameOffer);
  const ownOffer = offer?.videoId === video.id ? offer : null;
  const search = readingAhead(useTranscriptSearch(cues, isReplacing ? undefined : speaker), readAhead);
  const replace = useReplace(cues, isReplacing ? search.keyword : '');

  const may = useMay();
  const mayEdit = may('library.edit');
  const review = useReview(video);
  const captions = useCaptionsEntries(video);
  const entries: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Find and replace…', icon: Replace, onSelect: () => setReplacing(true) }] : []),
    ...(may('comment') ? [review.entry] : []),
    ...captions.entries,
  ];

  const replaceAll = () => {
    const { changes, count } = replacePlaces(edits.lines, replace.chosen, replace.replacement);
    if (changes.length > 0) edits.apply(changes);
    const skippedCount = replace.chosen.length - count;
    const tooLong = skippedCount > 0 ? ` ${String(skippedCount)} would make a line too long.` : '';
    showToast('success', `Replaced ${String(count)} of ${String(replace.places.length)}.${tooLong}`);
    if (skippedCount > 0 || replace.areMore) return;
    setReplacing(false);
    // The list is at the first new words, instead of finding none of the old ones at its start.
    search.look(replace.replacement, replace.chosen[0]?.line ?? 0);
  };

  return (
    <>
      <div>
        <Heading title={video.title || 'Transcript'}>
          <chakra.span display="flex" alignItems="center" flexShrink="0">
            <SaveLabel kind={saveKind} />
            {mayEdit ? <TranscriptNames video={video} /> : null}
            <TranscriptSteps />
            {entries.length > 0 ? (
              <ActionMenu label="More for the transcript" icon={Ellipsis} entries={entries} />
            ) : null}
          </chakra.span>
        </Heading>
        {captions.dialog}
        <SmallText pt="2" _empty={{ display: 'none' }}>
          {review.text}
        </SmallText>
        <TranscriptSaves />
        <LibraryJobBar videoId={video.id} />
        <Recognition video={video} />
        {video.glossaryApplied ? (
          <SmallText pb="2">
            {strings.glossaryApplied(video.glossaryApplied)}{' '}
            <TextLink to="/glossary">{strings.toGlossary}</TextLink>
          </SmallText>
        ) : null}
      </div>
      <div>
        <TranscriptSearchBar
          ref={searchField}
          search={search}
          firstLine={() => lines.current?.firstLine() ?? 0}
          isReplacing={isReplacing}
          onReplacing={mayEdit ? setReplacing : undefined}
        >
          {isReplacing ? null : <SpeakerSelect label={strings.speakers.filter} />}
        </TranscriptSearchBar>
        {isReplacing ? <ReplaceBar replace={replace} onReplace={replaceAll} /> : null}
      </div>
      {isReplacing && search.keyword.trim() !== '' ? (
        <ReplacePreview cues={cues} replace={replace} />
      ) : (
        <TranscriptLines
          ref={lines}
          active={active}
          index={search.index}
          hits={search.hits}
          chosen={search.chosen}
          isFollowing={isFollowing}
          selectionEnds={ends}
          onReadAhead={readAhead}
          onPlay={follow}
          isFixed={!mayEdit}
          onSpeaker={askSpeaker}
          onNowInView={setNowInView}
        />
      )}
      {ownOffer ? <NameOfferBar key={`${ownOffer.found}\n${ownOffer.term}`} offer={ownOffer} /> : null}
      {selected || ownOffer || isFollowing || isNowInView || active < 0 || isEditing || isReplacing ? null : (
        <BackToNow onFollow={follow} />
      )}
      <SelectionBar
        selected={selected}
        onSpeaker={selectedLines ? () => askSpeaker(selectedLines.from) : undefined}
      />
      {speakerRequest ? (
        <SpeakerDialog {...speakerRequest} videoId={video.id} onClose={() => setSpeakerRequest(null)} />
      ) : null}
    </>
  );
}

function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      gap="3"
      justifyContent="space-between"
      alignItems="center"
      minHeight="45px"
      pb="2"
      borderBottom="1px solid"
      borderColor="line.strong"
    >
      <chakra.h2 dir="auto" fontSize="sm" fontWeight="strong" truncate title={title}>
        {title}
      </chakra.h2>
      {children}
    </chakra.div>
  );
}

interface TranscriptPanelProps {
  video: VideoRecord;
  /** The search field of the transcript. */
  searchField: Ref<HTMLInputElement>;
}

/** The transcript, line by line. It follows the playback until the user scrolls, searches or edits. */
export function TranscriptPanel({ video, searchField }: TranscriptPanelProps) {
  const edits = useTranscriptEdits();
  const hasLines = useTranscriptState(({ lines }) => lines.length > 0);
  const isBroken = useMemo(() => !hasLines && cuesOf(video.vtt ?? '') === null, [hasLines, video.vtt]);
  const panel = useRef<HTMLElement>(null);
  const announcement = useTranscriptState((state) => state.announcement);
  const press = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    const step = stepOf(event);
    if (!step || isTyping) return;
    event.preventDefault();
    const isDone = edits.step(step);
    edits.announce(isDone ? (step === 'undo' ? 'Undone.' : 'Redone.') : 'Nothing to undo.');
  };
  return (
    <chakra.section
      ref={panel}
      aria-label="Transcript"
      onKeyDown={press}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gridTemplateRows="auto auto minmax(0, 1fr) auto"
      position="relative"
      containerType="inline-size"
      height={{ base: 'max(360px, 64dvh)', md: 'var(--transcript-height)' }}
    >
      {hasLines ? (
        <Transcript video={video} panel={panel} searchField={searchField} />
      ) : (
        <>
          <Heading title={video.title || 'Transcript'} />
          <chakra.div py="4" display="grid" gap="4" justifyItems="start" alignContent="start">
            <chakra.p color="ink.muted">{emptyText(video, isBroken)}</chakra.p>
            <UploadCaptions video={video} />
          </chakra.div>
        </>
      )}
      <chakra.span srOnly aria-live="polite">
        <span key={announcement.count}>{announcement.text}</span>
      </chakra.span>
    </chakra.section>
  );
}
