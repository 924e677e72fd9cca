import { chakra } from '@chakra-ui/react';
import { chapterHue } from './chapter-hue.ts';

const segments = [5, 8, 4, 7, 6, 9, 5, 6];
const total = segments.reduce((sum, length) => sum + length, 0);

/** How much of a segment is filled, as a CSS width, when the whole bar is at `percent`. */
function fillOf(index: number, percent: number): string {
  const before = segments.slice(0, index).reduce((sum, length) => sum + length, 0);
  const share = ((percent / 100) * total - before) / (segments[index] ?? 1);
  return `${String(Math.round(Math.min(1, Math.max(0, share)) * 100))}%`;
}

const Segment = chakra('span', {
  base: { position: 'relative', bg: 'line', borderRadius: '2px', overflow: 'hidden' },
});

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
  return (
    <chakra.div
      role="progressbar"
      data-drawn="progress"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
      display="flex"
      gap="2px"
      height="6px"
      animation={percent === undefined ? 'fade-pulse 1.6s ease-in-out infinite' : undefined}
    >
      {segments.map((length, index) => (
        <Segment key={index} style={{ flex: `${String(length)} 1 0` }}>
          <Fill bg={chapterHue(index)} opacity="0.4" style={{ width: fillOf(index, ahead) }} />
          <Fill bg={chapterHue(index)} style={{ width: fillOf(index, percent ?? 0) }} />
        </Segment>
      ))}
    </chakra.div>
  );
}
