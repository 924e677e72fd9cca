import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ChapterStrip, spansOf } from '../video/chapter-strip.tsx';

const spans = spansOf([4, 7, 3, 6]);

/** A small picture of a video, or decoration when there is none. The alt text is empty: the title is beside it. */
export function Thumbnail({ url, width = '96px' }: { url: string; width?: string }) {
  const [failedUrl, setFailedUrl] = useState('');
  const isShown = url !== '' && failedUrl !== url;
  return (
    <chakra.span
      display="grid"
      alignItems="end"
      width={width}
      maxWidth="100%"
      aspectRatio="16 / 9"
      overflow="hidden"
      borderRadius="sm"
      bg="sunken"
      borderWidth="1px"
    >
      {isShown ? (
        <chakra.img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          width="100%"
          height="100%"
          objectFit="cover"
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <chakra.span p="2" opacity="0.5">
          <ChapterStrip spans={spans} height="3px" />
        </chakra.span>
      )}
    </chakra.span>
  );
}
