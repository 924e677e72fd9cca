import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Headline } from '../components/headline.ts';
import { SmallText } from '../components/muted-text.ts';

function textOf(error: unknown, isUploading: boolean): string {
  if (isUploading)
    return 'Your videos are safe, and your upload goes on while this page stays open. Reload when it is done; an interrupted upload can be continued afterwards.';
  return error instanceof ChunkLoadError
    ? 'Your videos are safe. Reload the page to go on.'
    : 'Your videos are safe. Reload the page to go on; if it happens again, log out and in.';
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
      <Headline ref={heading} tabIndex={-1} outline="none" mb="3">
        {isChunk ? 'A part of this page did not arrive' : 'This page stopped working'}
      </Headline>
      {isChunk ? (
        <chakra.p mb="3">
          {error.isLate
            ? 'It did not arrive within two minutes: the connection may be slow or interrupted.'
            : 'There may be a newer version of this application, or the connection is interrupted.'}
        </chakra.p>
      ) : null}
      <chakra.p mb="6" color="ink.muted">
        {textOf(error, isUploading)}
      </chakra.p>
      <Button
        tone="primary"
        onClick={() => {
          window.location.reload();
        }}
      >
        Reload
      </Button>
      {isChunk ? <SmallText mt="6">{error.name}</SmallText> : null}
    </chakra.div>
  );
}
