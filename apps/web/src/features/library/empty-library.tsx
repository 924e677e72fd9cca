import { chakra } from '@chakra-ui/react';
import { ChapterStrip } from '../../components/chapter-strip.tsx';
import { libraryStrings as words } from './library.strings.ts';

const example = [
  { time: '00:00', title: 'Why the old funnel leaks' },
  { time: '06:40', title: 'Three numbers that moved' },
  { time: '19:15', title: 'What the pilot customers said' },
  { time: '31:05', title: 'Questions from the room' },
];
const spans = [
  { from: 0, to: 400 },
  { from: 400, to: 1155 },
  { from: 1155, to: 1865 },
  { from: 1865, to: 2480 },
];

/** An empty library shows what will stand in it: an example of a chaptered talk. */
export function EmptyLibrary({ canUpload }: { canUpload: boolean }) {
  return (
    <chakra.section maxWidth="560px" pt={{ base: '4', md: '10' }}>
      <chakra.h2 fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="3">
        {words.emptyTitle}
      </chakra.h2>
      <chakra.p color="ink.muted" mb="8">
        {canUpload ? words.emptyText : words.emptyTextClosed}
      </chakra.p>
      <ChapterStrip spans={spans} />
      <chakra.ul listStyle="none" p="0" mt="4" aria-label="Example">
        {example.map((line) => (
          <chakra.li
            key={line.time}
            display="grid"
            gridTemplateColumns="64px 1fr"
            py="2"
            borderBottom="1px solid"
            borderColor="line"
            fontSize="sm"
            color="ink.muted"
          >
            <chakra.span fontVariantNumeric="tabular-nums">{line.time}</chakra.span>
            <span>{line.title}</span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
