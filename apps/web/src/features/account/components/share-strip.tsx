import { ChapterStrip, spansOf } from '../../../components/video/chapter-strip.tsx';

interface Share {
  readonly amount: number;
  /** A colour token. */
  readonly color: string;
}

/** Parts of a whole, drawn in proportion. Decorative: the numbers stand next to it. */
export function ShareStrip({ shares, whole }: { shares: readonly Share[]; whole: number }) {
  const rest = Math.max(0, whole - shares.reduce((sum, { amount }) => sum + amount, 0));
  const parts = [...shares, { amount: rest, color: 'line' }].filter(({ amount }) => amount > 0);
  return (
    <ChapterStrip
      data-drawn="shares"
      spans={spansOf(parts.map(({ amount }) => amount))}
      colorOf={(index) => parts[index]?.color ?? 'line'}
      gap="3px"
      maxWidth="560px"
    />
  );
}
