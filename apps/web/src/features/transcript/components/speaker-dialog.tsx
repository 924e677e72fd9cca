import { chakra } from '@chakra-ui/react';
import { isNumberedSpeaker, speakerNameLimit } from '@vault/contracts';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { Cue } from '@vault/webvtt';
import { useLibrarySpeakersQuery } from '../../../api/speakers-api.ts';
import type { LibrarySpeaker } from '../../../api/speakers-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { ComboBox } from '../../../components/ui/fields/combo-box.tsx';
import type { Suggestion } from '../../../components/ui/fields/combo-box.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { countSpeakers, lineCount, scopesAt, speakerChanges, speakerProblem } from '../model/speakers.ts';
import type { Scope, Stretch } from '../model/speakers.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useRenameEverywhereMutation } from '../../../api/library-job-api.ts';
import { useAppStore } from '../../../store/hooks.ts';
import { selectSaveState } from '../model/transcript-edits.slice.ts';

const { speakers: strings } = transcriptStrings;

interface SpeakerDialogProps {
  videoId: string;
  /** The line that is spoken. */
  at: number;
  /** The selected lines; null without any. */
  selected: Stretch | null;
  onClose: () => void;
}

/** Says who speaks: the name, and which lines get it. */
export function SpeakerDialog({ videoId, at, selected, onClose }: SpeakerDialogProps) {
  const edits = useTranscriptEdits();
  const { data: library = [] } = useLibrarySpeakersQuery(undefined, { refetchOnMountOrArgChange: true });
  // Lines that change while the dialog is open must not change what its choices mean.
  const [lines] = useState(() => edits.lines);
  const [scopes] = useState(() => scopesAt(lines, at, selected));
  const speaker = lines[at]?.speaker;
  const [name, setName] = useState(isNumberedSpeaker(speaker) ? '' : (speaker ?? ''));
  const [chosen, choose] = useState<Scope['kind'] | 'everywhere'>(
    (scopes.find(({ isUsual }) => isUsual) ?? scopes[0])?.kind ?? 'line',
  );
  const [problem, setProblem] = useState('');
  /** The name that is asked about before it is used in all videos; null before. */
  const [newName, setNewName] = useState<string | null>(null);
  const everywhere = library.find((each) => each.name === speaker);
  const hasOthers = everywhere?.videos.some((id) => id !== videoId) === true;

  const set = (next: string | undefined) => {
    const stretches = scopes.find(({ kind }) => kind === chosen)?.stretches ?? [];
    const changes = speakerChanges(lines, stretches, next);
    if (changes.length > 0) edits.apply(changes);
    edits.announce(strings.done(next, lineCount(stretches)));
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = name.trim().replaceAll(/\s+/g, ' ');
    const found = speakerProblem(typed, lines);
    if (found !== '') setProblem(found);
    else if (chosen !== 'everywhere') set(typed);
    else if (typed === speaker) onClose();
    else setNewName(typed);
  };
  const videosOfName = library.find((each) => each.name === newName)?.videos ?? [];
  return (
    <Modal
      title={strings.title(formatDuration(lines[at]?.start ?? 0))}
      closeLabel={strings.close}
      onCancel={onClose}
    >
      {newName !== null && everywhere ? (
        <RenameEverywhere
          speaker={everywhere}
          to={newName}
          videosOfName={videosOfName}
          onBack={() => setNewName(null)}
          onBegun={onClose}
        />
      ) : (
        <chakra.form display="grid" gap="5" noValidate onSubmit={submit}>
          <NameField
            value={name}
            problem={problem}
            suggestions={suggestionsOf(lines, library)}
            onChange={(next) => {
              setName(next);
              setProblem('');
            }}
          />
          <chakra.fieldset minWidth="0">
            <chakra.legend fontSize="sm" fontWeight="strong" mb="1">
              {strings.scope}
            </chakra.legend>
            {scopes.map(({ kind, stretches }) => (
              <ScopeChoice
                key={kind}
                text={strings.scopes[kind](lineCount(stretches), speaker)}
                isChosen={kind === chosen}
                onChoose={() => choose(kind)}
              />
            ))}
            {hasOthers ? (
              <ScopeChoice
                text={strings.everywhere.scope(everywhere.name, everywhere.lines, everywhere.videos.length)}
                isChosen={chosen === 'everywhere'}
                onChoose={() => choose('everywhere')}
              />
            ) : null}
          </chakra.fieldset>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {speaker === undefined || chosen === 'everywhere' ? null : (
              <Button tone="quiet" ms="-3" onClick={() => set(undefined)}>
                {strings.clear}
              </Button>
            )}
            <Button ms="auto" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button tone="primary" type="submit">
              {strings.set}
            </Button>
          </chakra.div>
        </chakra.form>
      )}
    </Modal>
  );
}

/** The speakers of the video first, then the others of the library. */
function suggestionsOf(lines: readonly Cue[], library: readonly LibrarySpeaker[]): Suggestion[] {
  const own = countSpeakers(lines);
  return [
    ...[...own].map(([text, count]) => ({ text, note: strings.lines(count) })),
    ...library
      .filter(({ name }) => !own.has(name))
      .map(({ name, videos }) => ({ text: name, note: strings.inVideos(videos.length) })),
  ];
}

interface NameFieldProps {
  value: string;
  problem: string;
  suggestions: readonly Suggestion[];
  onChange: (name: string) => void;
}

function NameField({ value, problem, suggestions, onChange }: NameFieldProps) {
  const problemId = useId();
  return (
    <div>
      <ComboBox
        label={strings.name}
        listLabel={strings.suggestions}
        value={value}
        suggestions={suggestions}
        maxLength={speakerNameLimit}
        isInvalid={problem !== ''}
        describedBy={problemId}
        onChange={onChange}
      />
      <chakra.p id={problemId} role="alert" fontSize="xs" color="signal" mt={problem ? '1' : '0'}>
        {problem}
      </chakra.p>
    </div>
  );
}

interface ScopeChoiceProps {
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

function ScopeChoice({ text, isChosen, onChoose }: ScopeChoiceProps) {
  return (
    <Choice>
      <input type="radio" name="speaker-scope" checked={isChosen} onChange={onChoose} />
      <span>{text}</span>
    </Choice>
  );
}

interface RenameEverywhereProps {
  speaker: LibrarySpeaker;
  to: string;
  /** The videos in which the new name is used already. */
  videosOfName: readonly string[];
  onBack: () => void;
  /** The rename has begun. */
  onBegun: () => void;
}

/** Asks before a speaker gets another name in all videos. */
export function RenameEverywhere({ speaker, to, videosOfName, onBack, onBegun }: RenameEverywhereProps) {
  const { name: from, lines, videos } = speaker;
  const edits = useTranscriptEdits();
  const store = useAppStore();
  const [rename] = useRenameEverywhereMutation();
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const merged = videos.filter((id) => videosOfName.includes(id));

  const begin = async () => {
    setSaving(true);
    setProblem('');
    // The server renames the lines that it has.
    await edits.flush();
    if (selectSaveState(store.getState(), edits.key).count > 0) setProblem(strings.everywhere.unsaved);
    else {
      const { error } = await rename({ from, to, videoIds: [...videos], mergedIds: merged });
      if (error) setProblem(errorMessage(error, strings.everywhere.failed));
      else onBegun();
    }
    setSaving(false);
  };
  return (
    <chakra.div display="grid" gap="4" fontSize="sm">
      <chakra.p overflowWrap="anywhere">
        <chakra.strong fontWeight="strong">{strings.everywhere.title(from, to)}</chakra.strong>
        <br />
        {strings.everywhere.question(lines, videos.length)}
      </chakra.p>
      {merged.length > 0 ? (
        <chakra.p color="caution" overflowWrap="anywhere">
          {strings.everywhere.merged(to, merged.length)}
        </chakra.p>
      ) : null}
      {problem ? (
        <chakra.p role="alert" color="signal">
          {problem}
        </chakra.p>
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
        <Button autoFocus onClick={onBack}>
          {strings.everywhere.back}
        </Button>
        <Button
          tone="primary"
          isBusy={isSaving}
          onClick={() => {
            if (!isSaving) void begin();
          }}
        >
          {strings.everywhere.confirm(videos.length)}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
