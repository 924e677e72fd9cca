import { Skeleton, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

const Card = chakra(Link, {
  base: {
    display: 'grid',
    alignContent: 'start',
    gap: '1',
    p: { base: '4', md: '6' },
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'media',
    bg: 'surface',
    color: 'ink',
    textDecoration: 'none',
    transition: 'border-color 150ms ease-out',
    _hover: { borderColor: 'line.strong' },
  },
});

interface TotalCardProps {
  to: string;
  label: string;
  /** Undefined while it is loading; null when it cannot be read. */
  total: number | null | undefined;
  note: string;
}

/** A total as a large number, linked to the list of all. */
export function TotalCard({ to, label, total, note }: TotalCardProps) {
  return (
    <Card to={to}>
      <MutedText as="span">{label}</MutedText>
      {total === undefined ? (
        <Skeleton height="40px" width="120px" my="4px" />
      ) : (
        <chakra.span
          fontFamily="quote"
          fontSize="2xl"
          fontWeight="strong"
          lineHeight="1.2"
          fontVariantNumeric="tabular-nums lining-nums"
        >
          {total === null ? '–' : formatNumber(total)}
        </chakra.span>
      )}
      <chakra.span fontSize="xs" color="ink.muted" minHeight="18px" fontVariantNumeric="tabular-nums">
        {total === null ? 'Not available now' : note}
      </chakra.span>
    </Card>
  );
}
