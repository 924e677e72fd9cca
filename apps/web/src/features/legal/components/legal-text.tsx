import { chakra } from '@chakra-ui/react';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** A section of a legal page. */
export interface LegalPart {
  /** The anchor of the section. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

interface LegalTextProps {
  dated: string;
  parts: readonly LegalPart[];
}

/** A legal text in numbered sections. */
export function LegalText({ dated, parts }: LegalTextProps) {
  return (
    <chakra.div maxWidth="65ch">
      <MutedText pb="6" mb="8" borderBottomWidth="1px">
        {dated}
      </MutedText>
      {parts.map(({ id, title, paragraphs }) => (
        <chakra.section key={id} id={id} mb="10" scrollMarginTop="6">
          <chakra.h2 fontFamily="quote" fontSize="lg" fontWeight="strong" lineHeight="1.3" mb="2">
            {title}
          </chakra.h2>
          {paragraphs.map((paragraph) => (
            <chakra.p key={paragraph} mb="3" lineHeight="1.65">
              {paragraph}
            </chakra.p>
          ))}
        </chakra.section>
      ))}
    </chakra.div>
  );
}
