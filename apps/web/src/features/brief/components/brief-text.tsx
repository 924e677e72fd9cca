import { chakra } from '@chakra-ui/react';
import { TextLink } from '../../../components/ui/text-link.tsx';
import type { BriefPage } from '../brief.strings.ts';

/** A few paragraphs, and a link to more. */
export function BriefText({ paragraphs, link }: BriefPage) {
  return (
    <chakra.div maxWidth="65ch">
      {paragraphs.map((paragraph) => (
        <chakra.p key={paragraph} mb="4" lineHeight="1.65" _empty={{ display: 'none' }}>
          {paragraph}
        </chakra.p>
      ))}
      <chakra.p mt="8">
        <TextLink to={link.to}>{link.label}</TextLink>
      </chakra.p>
    </chakra.div>
  );
}
