import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Button } from '../components/ui/button.tsx';
import { ChunkLoadError } from '../lib/browser/load-chunk.ts';
import { PageTitle, SmallText } from '../components/ui/muted-text.ts';

function textOf(error: unknown, isUploading: boolean): string {
  if (isUploading)
    return 'Your videos are safe, and your upload continues while this page stays open. Reload the page when it is done. You can resume an interrupted upload.';
  return error instanceof ChunkLoadError
    ? 'Your videos are safe. Reload the page to continue.'
    : 'Your videos are safe. Reload the page to continue. If this happens again, log out and in.';
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
      <PageTitle ref={heading} tabIndex={-1} outline="none" mb="3">
        {isChunk ? 'Part of this page could not be loaded' : 'This page stopped working'}
      </PageTitle>
      {isChunk ? (
        <chakra.p mb="3">
          {error.isLate
            ? 'It was not loaded within two minutes: the connection may be slow or interrupted.'
            : 'A newer version may be available, or the connection is interrupted.'}
        </chakra.p>
      ) : null}
      <chakra.p mb="6" color="ink.muted">
        {textOf(error, isUploading)}
      </chakra.p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
      {isChunk ? <SmallText mt="6">{error.name}</SmallText> : null}
    </chakra.div>
  );
}
