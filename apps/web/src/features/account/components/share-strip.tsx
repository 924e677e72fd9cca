import { chakra } from '@chakra-ui/react';

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
    <chakra.div aria-hidden data-drawn="shares" display="flex" gap="3px" height="6px" maxWidth="560px">
      {parts.map(({ amount, color }) => (
        <chakra.span key={color} minWidth="2px" borderRadius="2px" bg={color} style={{ flex: amount }} />
      ))}
    </chakra.div>
  );
}
