import { chakra } from '@chakra-ui/react';

/** Each is there as `<name>-<theme>-<width>` in `public/pictures`; `npm run pictures` makes them. */
export type PictureName = 'library' | 'video';

const themes = ['light', 'dark'] as const;
const width = 1_440;
const height = 900;

const Shot = chakra('img', {
  base: {
    display: 'block',
    width: '100%',
    height: 'auto',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'media',
    bg: 'sunken',
    '&[data-theme=dark]': { display: 'none', '.dark &': { display: 'block' } },
    '&[data-theme=light]': { '.dark &': { display: 'none' } },
  },
});

interface ProductPictureProps {
  name: PictureName;
  alt: string;
  sizes: string;
  /** In sight from the beginning. */
  isFirst?: boolean;
}

/**
 * The product as it looks in the theme in force. The picture of the other theme is not fetched: it is lazy, and never
 * in sight. Only the first picture of the theme that new visitors have does not wait until the page is laid out.
 */
export function ProductPicture({ name, alt, sizes, isFirst }: ProductPictureProps) {
  return themes.map((theme) => {
    const file = `/pictures/${name}-${theme}`;
    return (
      <picture key={theme}>
        <source type="image/avif" srcSet={`${file}-800.avif 800w, ${file}-1600.avif 1600w`} sizes={sizes} />
        <Shot
          data-theme={theme}
          src={`${file}-1600.webp`}
          alt={alt}
          htmlWidth={width}
          htmlHeight={height}
          loading={isFirst && theme === 'light' ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={isFirst ? 'high' : undefined}
        />
      </picture>
    );
  });
}
