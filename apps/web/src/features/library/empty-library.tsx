import { chakra } from '@chakra-ui/react';
import { ChapterStrip } from '../../components/chapter-strip.tsx';
import { libraryStrings as words } from './library.strings.ts';
import type { Membership } from './membership.ts';

/** Chapter lengths of the sample strip, in seconds. */
const parts = [400, 755, 710, 615];
const spans = parts.map((length, index) => {
  const from = parts.slice(0, index).reduce((sum, part) => sum + part, 0);
  return { from, to: from + length };
});

const Step = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    py: '4',
    borderTop: '1px solid',
    borderColor: 'line',
  },
});

/** The empty state of the library: the steps from an upload to chapters. */
export function EmptyLibrary({ canUpload, membership }: { canUpload: boolean; membership: Membership }) {
  const { videoLimit } = membership;
  return (
    <chakra.section maxWidth="560px" pt={{ base: '2', md: '6' }}>
      <chakra.h2 fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="3">
        {words.emptyTitle}
      </chakra.h2>
      <chakra.p color="ink.muted" mb="6">
        {canUpload ? words.emptyText : words.emptyTextClosed}
      </chakra.p>
      <ChapterStrip spans={spans} />
      <chakra.ol listStyle="none" p="0" mt="6" mb="0">
        {words.steps.map(({ title, text }, index) => (
          <Step key={title}>
            <chakra.span fontFamily="quote" fontSize="lg" color="ink.muted" fontVariantNumeric="tabular-nums">
              {index + 1}
            </chakra.span>
            <div>
              <chakra.h3 fontSize="md" fontWeight="strong">
                {title}
              </chakra.h3>
              <chakra.p fontSize="sm" color="ink.muted">
                {text}
              </chakra.p>
            </div>
          </Step>
        ))}
      </chakra.ol>
      {canUpload ? (
        <chakra.p fontSize="sm" color="ink.muted" borderTop="1px solid" borderColor="line" pt="4">
          {words.formats} {videoLimit === undefined ? '' : words.planHolds(videoLimit)}
        </chakra.p>
      ) : null}
    </chakra.section>
  );
}
