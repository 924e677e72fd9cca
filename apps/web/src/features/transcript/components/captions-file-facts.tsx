import { chakra } from '@chakra-ui/react';
import type { TextEncoding } from '@vault/text-file';
import type { CaptionsProblem, Cue } from '@vault/webvtt';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { VideoRecord } from '@vault/contracts';
import { formatSrt, formatWebVtt } from '@vault/webvtt';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import type { ReadFile } from '../model/captions-file.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { saveText } from '../../../lib/browser/save-file.ts';
import { fileName } from '../../../lib/text/file-name.ts';
import type { WorkOfPeople } from '../model/work-of-people.ts';

const strings = transcriptStrings.captions;
/** As many say whether it is the right file. */
const firstCaptions = 4;

interface CaptionsFileFactsProps {
  file: ReadFile;
  /** The encodings to choose from, in an order that a choice does not change. */
  offered: readonly TextEncoding[];
  onEncoding: (encoding: TextEncoding) => void;
}

/** What will be used of a file, before anything is replaced. */
export function CaptionsFileFacts({ file, offered, onEncoding }: CaptionsFileFactsProps) {
  const { cues, warnings, repaired, leftOut } = file;
  const ofKind = (kind: (typeof warnings)[number]['kind']) => warnings.filter((note) => note.kind === kind);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" fontSize="sm">
      {ofKind('changed').map(({ line, problem }) => (
        <chakra.p key={`${String(line)} ${problem}`} color="caution">
          {`${strings.line(line)}: ${problem}`}
        </chakra.p>
      ))}
      {offered.length > 1 ? <EncodingChoice file={file} offered={offered} onEncoding={onEncoding} /> : null}
      <FirstCaptions cues={cues.slice(0, firstCaptions)} />
      <Notes title={strings.leftOut(leftOut)} count={leftOut} notes={ofKind('left-out')} isCaution />
      <Notes title={strings.repaired(repaired)} count={repaired} notes={ofKind('repaired')} />
    </chakra.div>
  );
}

/** Asks a person, because bytes of older programs do not say how they are read. */
function EncodingChoice({ file, offered, onEncoding }: CaptionsFileFactsProps) {
  const group = useId();
  // The words follow when they are read.
  const [chosen, setChosen] = useState(file.encoding);
  return (
    <chakra.fieldset
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
      borderWidth="1px"
      borderRadius="md"
      p="3"
    >
      <chakra.legend px="1" fontWeight="strong">
        {strings.looksRight}
      </chakra.legend>
      {offered.map((encoding) => (
        <Choice key={encoding} justifySelf="stretch">
          <input
            type="radio"
            name={group}
            checked={encoding === chosen}
            onChange={() => {
              setChosen(encoding);
              onEncoding(encoding);
            }}
          />
          <span>
            {linesIn(file, encoding).map((line, at) => (
              <chakra.span key={`${String(at)} ${line}`} display="block" dir="auto" lineClamp="2">
                {line}
              </chakra.span>
            ))}
            <SmallText as="span" display="block">
              {strings.encodings[encoding]}
            </SmallText>
          </span>
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

function linesIn({ readings }: ReadFile, encoding: TextEncoding): readonly string[] {
  return readings.find((reading) => reading.encoding === encoding)?.lines ?? [];
}

function FirstCaptions({ cues }: { cues: ReadFile['cues'] }) {
  return (
    <chakra.ul aria-label={strings.firstCaptions} borderWidth="1px" borderRadius="md">
      {cues.map(({ start, text, speaker }, at) => (
        <Row key={`${String(start)} ${text}`} isFirst={at === 0} side={formatDuration(start)}>
          {speaker === undefined ? null : (
            <chakra.span fontWeight="strong" dir="auto">
              {`${speaker}: `}
            </chakra.span>
          )}
          <chakra.span dir="auto">{text}</chakra.span>
        </Row>
      ))}
    </chakra.ul>
  );
}

interface NotesProps {
  title: string;
  /** Also of those that are not named. */
  count: number;
  notes: readonly CaptionsProblem[];
  isCaution?: boolean;
}

function Notes({ title, count, notes, isCaution = false }: NotesProps) {
  if (count === 0) return null;
  return (
    <chakra.details>
      <chakra.summary py="1" cursor="pointer" color={isCaution ? 'caution' : undefined}>
        {title}
      </chakra.summary>
      <ProblemList label={title} problems={notes} />
      {count > notes.length ? <MutedText mt="1">{strings.notNamed(count - notes.length)}</MutedText> : null}
    </chakra.details>
  );
}

/** Lines of the file, with what is wrong with each. */
export function ProblemList({ label, problems }: { label: string; problems: readonly CaptionsProblem[] }) {
  return (
    <chakra.ul
      tabIndex={0}
      aria-label={label}
      maxHeight="min(240px, 32dvh)"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="md"
      fontSize="sm"
    >
      {problems.map(({ line, problem }, at) => (
        <Row key={`${String(line)} ${problem}`} isFirst={at === 0} side={strings.line(line)}>
          {problem}
        </Row>
      ))}
    </chakra.ul>
  );
}

function Row({ side, isFirst, children }: { side: string; isFirst: boolean; children: ReactNode }) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="80px minmax(0, 1fr)"
      gap="3"
      px="3"
      py="2"
      borderTopWidth={isFirst ? undefined : '1px'}
    >
      <chakra.span color="ink.muted" fontVariantNumeric="tabular-nums">
        {side}
      </chakra.span>
      <chakra.span overflowWrap="anywhere">{children}</chakra.span>
    </chakra.li>
  );
}

/** The captions that others take the place of. */
export interface CaptionsBefore {
  readonly lines: readonly Cue[];
  readonly work: WorkOfPeople;
}

interface CaptionsEffectProps {
  readonly video: VideoRecord;
  readonly present: CaptionsBefore;
  /** What happens to the present captions, as a sentence. */
  readonly effect: string;
}

/** What is replaced, what is lost, and a copy of it. */
export function CaptionsEffect({ video, present: { lines, work }, effect }: CaptionsEffectProps) {
  const lossText = strings.lost(work.corrected, work.named);
  const save = (kind: 'vtt' | 'srt') => () => {
    const name = fileName(video.title, `${strings.fileSuffix}.${kind}`);
    if (kind === 'vtt') saveText(formatWebVtt(lines), name, 'text/vtt;charset=utf-8');
    else saveText(formatSrt(lines), name, 'application/x-subrip;charset=utf-8');
  };
  return (
    <chakra.div display="grid" gap="2" pt="4" borderTopWidth="1px" fontSize="sm">
      <p>{effect}</p>
      <MutedText>
        {video.transcriptReviewed ? `${strings.chapters} ${strings.review}` : strings.chapters}
      </MutedText>
      {lossText === '' ? null : (
        <chakra.p fontWeight="strong" color="signal">
          {lossText}
        </chakra.p>
      )}
      {lines.length === 0 ? null : (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <span>{strings.keepCopy}</span>
          <Button size="small" onClick={save('vtt')}>
            {strings.webVtt}
          </Button>
          <Button size="small" onClick={save('srt')}>
            {strings.srt}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}
