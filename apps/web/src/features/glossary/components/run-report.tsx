import { chakra } from '@chakra-ui/react';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import type { Run, RunVideo } from '../model/corrections.slice.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

const colors = {
  done: 'good',
  conflict: 'caution',
  failed: 'caution',
  waiting: 'ink.faint',
  saving: 'ink',
} as const;

function textOf({ state, saved, problem }: RunVideo, isUndo: boolean): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'saving') return 'Saving…';
  const count = isUndo ? strings.undone(saved) : strings.done(saved);
  return state === 'done' ? count : [...(saved > 0 ? [`${count}.`] : []), problem].join(' ');
}

/** Each video of a run with what happened to it. @param onAgain looks for what is left */
export function RunReport({ run, onAgain }: { run: Run; onAgain: () => void }) {
  const { videos, isUndo, isRunning } = run;
  const over = videos.filter(({ state }) => state !== 'waiting' && state !== 'saving').length;
  const changed = videos.filter(({ saved }) => saved > 0);
  const text = isRunning
    ? strings.running(Math.min(over + 1, videos.length), videos.length)
    : strings.ended({
        isUndo,
        count: changed.reduce((sum, { saved }) => sum + saved, 0),
        ofVideos: changed.length,
        failed: videos.filter(({ state }) => state === 'failed' || state === 'conflict').length,
      });
  return (
    <section aria-label={strings.applyTitle}>
      {isRunning ? (
        <ProgressStrip label="Videos that are changed" percent={(over / videos.length) * 100} />
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" minHeight="40px" my="3">
        <chakra.p
          role="status"
          fontSize="sm"
          fontWeight="strong"
          fontVariantNumeric="tabular-nums"
          flex="1 1 220px"
        >
          {text}
        </chakra.p>
        {isRunning ? null : (
          <Button size="small" onClick={onAgain}>
            Search again
          </Button>
        )}
      </chakra.div>
      <ul>
        {videos.map((video) => (
          <chakra.li
            key={video.videoId}
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            columnGap="4"
            rowGap="1"
            py="3"
            borderTopWidth="1px"
          >
            <chakra.span dir="auto" minWidth="0" fontSize="sm">
              <TextLink to={`/asset/${encodeURIComponent(video.videoId)}`}>
                {video.title || strings.untitled}
              </TextLink>
            </chakra.span>
            <SmallText as="span" color={colors[video.state]} fontVariantNumeric="tabular-nums">
              {textOf(video, isUndo)}
            </SmallText>
          </chakra.li>
        ))}
      </ul>
    </section>
  );
}
