import { chakra } from '@chakra-ui/react';

const rows = ['58%', '44%', '66%', '38%', '52%'];

const Bone = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** Results on their way, in the shape they will have. */
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
          <Bone aspectRatio="16 / 9" borderRadius="md" />
          <div>
            <Bone height="18px" mt="2px" style={{ width }} />
            <Bone height="12px" width="120px" mt="3" />
            <Bone height="16px" width="86%" mt="3" />
            <Bone height="5px" mt="5" />
          </div>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
