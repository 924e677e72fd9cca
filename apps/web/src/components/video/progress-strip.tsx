import { chakra } from '@chakra-ui/react';
import { chapterHue } from './chapter-hue.ts';
import { ChapterStrip, spansOf } from './chapter-strip.tsx';

const spans = spansOf([5, 8, 4, 7, 6, 9, 5, 6]);
const total = spans.at(-1)?.to ?? 1;

const Fill = chakra('span', {
  base: { position: 'absolute', insetY: 0, left: 0, transition: 'width 200ms ease-out' },
});

interface ProgressStripProps {
  label: string;
  /** 0 to 100; undefined when unknown. */
  percent?: number;
  /** Progress that is sent but not confirmed yet, 0 to 100: shown paler, ahead of `percent`. */
  ahead?: number;
}

/** A progress bar that looks like a chapter strip and is filled segment by segment. */
export function ProgressStrip({ label, percent, ahead = 0 }: ProgressStripProps) {
  /** How much of a segment is filled, as a CSS width, when the whole bar is at `reached` percent. */
  const widthAt = (reached: number, { from, to }: (typeof spans)[number]) => {
    const share = ((reached / 100) * total - from) / (to - from);
    return `${String(Math.round(Math.min(1, Math.max(0, share)) * 100))}%`;
  };
  return (
    <ChapterStrip
      spans={spans}
      role="progressbar"
      data-drawn="progress"
      aria-hidden={undefined}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
      animation={percent === undefined ? 'fade-pulse 1.6s ease-in-out infinite' : undefined}
      colorOf={() => 'line'}
      fillOf={(span, index) => (
        <>
          <Fill bg={chapterHue(index)} opacity="0.4" style={{ width: widthAt(ahead, span) }} />
          <Fill bg={chapterHue(index)} style={{ width: widthAt(percent ?? 0, span) }} />
        </>
      )}
    />
  );
}
