import { chakra } from '@chakra-ui/react';
import { chapterHue } from './chapter-hue.ts';

const segments = [5, 8, 4, 7, 6, 9, 5, 6];
const total = segments.reduce((sum, length) => sum + length, 0);

/** How much of a segment is filled, 0 to 100, when the whole bar is at `percent`. */
function fillOf(index: number, percent: number): number {
  const before = segments.slice(0, index).reduce((sum, length) => sum + length, 0);
  const share = ((percent / 100) * total - before) / (segments[index] ?? 1);
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/** Long work, filling the chapter strip segment by segment. `percent` is 0 to 100; leave it out when unknown. */
export function ProgressStrip({ label, percent }: { label: string; percent?: number }) {
  return (
    <chakra.div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
      display="flex"
      gap="2px"
      height="6px"
      animation={percent === undefined ? 'breathe 1.6s ease-in-out infinite' : undefined}
    >
      {segments.map((length, index) => (
        <chakra.span
          key={index}
          flex={`${String(length)} 1 0`}
          bg="line"
          borderRadius="2px"
          overflow="hidden"
        >
          <chakra.span
            display="block"
            height="100%"
            bg={chapterHue(index)}
            transition="width 200ms ease-out"
            style={{ width: `${String(fillOf(index, percent ?? 0))}%` }}
          />
        </chakra.span>
      ))}
    </chakra.div>
  );
}
