import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';

interface CopiedTextProps {
  name: string;
  text: string;
  /** What is copied, for screen readers; without it there is nothing to copy. */
  label?: string;
  hint?: ReactNode;
}

/** Texts to enter elsewhere, one below the other. */
export const CopiedTexts = chakra('dl', { base: { borderBottomWidth: '1px', maxWidth: '560px' } });

/** A text to enter elsewhere, with a button that copies it. */
export function CopiedText({ name, text, label, hint }: CopiedTextProps) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      alignItems="center"
      columnGap="3"
      minHeight="56px"
      py="2"
      borderTopWidth="1px"
    >
      <SmallText as="dt">{name}</SmallText>
      <chakra.dd
        gridColumn="1"
        fontFamily="mono"
        fontVariantLigatures="none"
        fontSize="sm"
        overflowWrap="anywhere"
      >
        {text}
      </chakra.dd>
      {hint ? (
        <SmallText as="dd" gridColumn="1">
          {hint}
        </SmallText>
      ) : null}
      {label === undefined ? null : (
        <chakra.dd gridColumn="2" gridRow="1 / span 3">
          <CopyButton label={label} text={text} />
        </chakra.dd>
      )}
    </chakra.div>
  );
}
