import { chakra } from '@chakra-ui/react';
import { supportStrings as strings } from '../support.strings.ts';

const Answer = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    '& > summary': {
      py: '3',
      fontWeight: 'strong',
      cursor: 'pointer',
      _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
      '&::marker': { color: 'ink.faint' },
    },
    '& > p': { pb: '5', color: 'ink.muted', maxWidth: '65ch' },
  },
});

/** Questions by topic, as native `details`: find-in-page searches closed answers and opens them. */
export function SupportTopics() {
  return strings.topics.map(({ title, answers }) => (
    <chakra.section key={title} mb="12">
      <chakra.h2 fontFamily="quote" fontSize="lg" fontWeight="strong" mb="2">
        {title}
      </chakra.h2>
      {answers.map(({ question, answer }) => (
        <Answer key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </Answer>
      ))}
    </chakra.section>
  ));
}
