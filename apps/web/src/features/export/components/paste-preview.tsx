import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { ChapterStrip } from '../../../components/video/chapter-strip.tsx';
import type { ChapterList, LineProblem, ListedChapter } from '../model/read-chapter-list.ts';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { exportStrings as strings } from '../export.strings.ts';
import type { PastePlan } from '../model/paste-plan.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Further problems are only counted. */
const maxProblems = 50;

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '60px minmax(0, 1fr) auto',
    columnGap: '2',
    alignItems: 'baseline',
    py: '2',
    fontSize: 'sm',
    borderTopWidth: '1px',
    _first: { borderTop: 'none' },
  },
});

interface PreviewLine {
  readonly line: number;
  readonly chapter?: ListedChapter;
  readonly problem?: LineProblem;
  readonly leftOut?: string;
}

/** Chapters, problems and what is left out in the order of their lines. A file may have several chapters in one line. */
function linesOf({ chapters, problems, leftOut }: ChapterList): PreviewLine[] {
  const byLine = Map.groupBy(problems, ({ line }) => line);
  const rows: PreviewLine[] = chapters.map((chapter) => {
    const problem = byLine.get(chapter.line)?.shift();
    return { line: chapter.line, chapter, ...(problem ? { problem } : {}) };
  });
  const others = [...byLine.values()].flat().map((problem) => ({ line: problem.line, problem }));
  const notRead = leftOut.map(({ line, words }) => ({ line, leftOut: words }));
  return [...rows, ...others, ...notRead].toSorted((a, b) => a.line - b.line);
}

/** The chapters as a strip. Requires ascending times. */
function Strip({ chapters, duration }: { chapters: readonly ListedChapter[]; duration: number }) {
  const end = duration || (chapters.at(-1)?.from ?? 0) + 1;
  return (
    <ChapterStrip
      spans={chapters.map(({ from }, index) => ({ from, to: chapters[index + 1]?.from ?? end }))}
    />
  );
}

interface PastePreviewProps {
  plan: PastePlan;
  /** Seconds. */
  duration: number;
  /** Selects a line of the text. */
  onLine: (line: number) => void;
}

/** Shows for each line the chapter it makes or its problem. */
export const PastePreview = memo(function PastePreview({ plan, duration, onLine }: PastePreviewProps) {
  const { chapters, problems, present } = plan;
  const firstHidden = problems[maxProblems]?.line ?? Infinity;
  if (linesOf(plan).length === 0) return <MutedText>What you paste is shown here, line by line.</MutedText>;
  return (
    <chakra.div display="grid" gridTemplateRows="6px minmax(0, 1fr)" gap="2" minHeight="0">
      {problems.length === 0 ? <Strip chapters={chapters} duration={duration} /> : <span />}
      <chakra.div tabIndex={0} role="group" aria-label={strings.preview} overflowY="auto" pr="1">
        <chakra.ol>
          {linesOf(plan)
            .filter(({ line }) => line < firstHidden)
            .map(({ line, chapter, problem, leftOut }, index) => {
              if (problem) return <BadLine key={index} problem={problem} chapter={chapter} onLine={onLine} />;
              return chapter ? (
                <GoodLine key={index} chapter={chapter} isKept={present.has(chapter.from)} />
              ) : (
                <LeftOutLine key={index} line={line} words={leftOut ?? ''} />
              );
            })}
        </chakra.ol>
        {problems.length > maxProblems ? (
          <chakra.p py="2" fontSize="sm" color="signal">
            {strings.more(problems.length - maxProblems)}
          </chakra.p>
        ) : null}
      </chakra.div>
    </chakra.div>
  );
});

function GoodLine({ chapter: { from, title }, isKept }: { chapter: ListedChapter; isKept: boolean }) {
  return (
    <Row>
      <chakra.span fontVariantNumeric="tabular-nums" color="ink.muted">
        {shortTime(from)}
      </chakra.span>
      <chakra.span dir="auto" overflowWrap="anywhere">
        {title}
      </chakra.span>
      <chakra.span fontSize="xs" color={isKept ? 'ink.muted' : 'good'}>
        {isKept ? 'Keeps its texts' : 'New'}
      </chakra.span>
    </Row>
  );
}

function LeftOutLine({ line, words }: { line: number; words: string }) {
  return (
    <Row color="ink.muted">
      <span>{`Line ${String(line)}`}</span>
      <chakra.span gridColumn="span 2" overflowWrap="anywhere">
        {strings.leftOut(words)}
      </chakra.span>
    </Row>
  );
}

interface BadLineProps {
  problem: LineProblem;
  chapter?: ListedChapter;
  onLine: (line: number) => void;
}

function BadLine({ problem, chapter, onLine }: BadLineProps) {
  return (
    <Row>
      <chakra.button
        type="button"
        onClick={() => onLine(problem.line)}
        borderRadius="sm"
        textAlign="left"
        fontWeight="strong"
        color="signal"
        textDecoration="underline"
        textUnderlineOffset="3px"
      >
        {`Line ${String(problem.line)}`}
      </chakra.button>
      <chakra.div gridColumn="span 2" overflowWrap="anywhere">
        {chapter ? (
          <chakra.p fontVariantNumeric="tabular-nums">
            {shortTime(chapter.from)} <span dir="auto">{chapter.title}</span>
          </chakra.p>
        ) : null}
        <chakra.p color="signal">{strings.lineProblem(problem)}</chakra.p>
      </chakra.div>
    </Row>
  );
}
