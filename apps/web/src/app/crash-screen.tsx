import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { strings } from '../strings.ts';

function textOf(error: unknown, isUploading: boolean): string {
  if (isUploading) return strings.crashUploading;
  return error instanceof ChunkLoadError ? strings.chunkText : strings.crashText;
}

interface CrashScreenProps {
  error: unknown;
  /** Whether uploads are running; they continue while this is shown. */
  isUploading?: boolean;
}

/** Explains what happened and which data is safe, and offers a reload. */
export function CrashScreen({ error, isUploading = false }: CrashScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isChunk = error instanceof ChunkLoadError;
  // The focused element was removed with the failed page.
  useEffect(() => heading.current?.focus(), []);
  return (
    <chakra.div role="alert" maxWidth="520px" mx="auto" px="4" pt="24" pb="14">
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        outline="none"
        fontFamily="quote"
        fontSize="xl"
        fontWeight="strong"
        lineHeight="1.2"
        mb="3"
      >
        {isChunk ? strings.chunkTitle : strings.crashTitle}
      </chakra.h1>
      {isChunk ? <chakra.p mb="3">{error.isLate ? strings.chunkLate : strings.chunkGone}</chakra.p> : null}
      <chakra.p mb="6" color="ink.muted">
        {textOf(error, isUploading)}
      </chakra.p>
      <Button
        tone="primary"
        onClick={() => {
          window.location.reload();
        }}
      >
        {strings.reload}
      </Button>
      {isChunk ? (
        <chakra.p mt="6" fontSize="xs" color="ink.muted">
          {error.name}
        </chakra.p>
      ) : null}
    </chakra.div>
  );
}
