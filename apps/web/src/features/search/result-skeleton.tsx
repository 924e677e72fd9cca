import { chakra } from '@chakra-ui/react';

const rows = ['58%', '44%', '66%', '38%', '52%'];

const Block = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

/** The skeleton of the results. */
export function ResultSkeleton() {
  return (
    <chakra.div aria-hidden overflow="hidden">
      {rows.map((width) => (
        <chakra.div
          key={width}
          display="grid"
          gridTemplateColumns={{ base: '96px minmax(0, 1fr)', md: '168px minmax(0, 1fr)' }}
          columnGap={{ base: '3', md: '5' }}
          px={{ base: '4', md: '6' }}
          py="4"
          borderBottom="1px solid"
          borderColor="line"
        >
          <Block aspectRatio="16 / 9" borderRadius="md" />
          <div>
            <Block height="18px" mt="2px" style={{ width }} />
            <Block height="12px" width="120px" mt="3" />
            <Block height="16px" width="86%" mt="3" />
            <Block height="5px" mt="5" />
          </div>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
