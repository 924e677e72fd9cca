import { chakra } from '@chakra-ui/react';

/** Pictures exist as `<name>-<theme>-<width>` in `public/pictures`; `npm run pictures` creates them. */
export type PictureName = 'library' | 'video';

const themes = ['light', 'dark'] as const;
const width = 1_440;
const height = 900;

const Shot = chakra('img', {
  base: {
    display: 'block',
    width: '100%',
    height: 'auto',
    // The reset removes the style of a picture's border.
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'media',
    bg: 'sunken',
  },
});

/** Hides the whole element of the other theme, so that it takes no place in a grid. */
const Themed = chakra('picture', {
  base: {
    display: 'block',
    '&[data-theme=dark]': { display: 'none', '.dark &': { display: 'block' } },
    '&[data-theme=light]': { '.dark &': { display: 'none' } },
  },
});

interface ProductPictureProps {
  name: PictureName;
  alt: string;
  sizes: string;
  /** Visible without scrolling. */
  isFirst?: boolean;
}

/**
 * A picture of the product in the current theme. The picture of the other theme is not fetched, because it is lazy and
 * never visible. Only the first picture of the default theme is loaded eagerly, before layout.
 */
export function ProductPicture({ name, alt, sizes, isFirst }: ProductPictureProps) {
  return themes.map((theme) => {
    const file = `/pictures/${name}-${theme}`;
    return (
      <Themed key={theme} data-theme={theme}>
        <source type="image/avif" srcSet={`${file}-800.avif 800w, ${file}-1600.avif 1600w`} sizes={sizes} />
        <Shot
          src={`${file}-1600.webp`}
          alt={alt}
          htmlWidth={width}
          htmlHeight={height}
          loading={isFirst && theme === 'light' ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={isFirst ? 'high' : undefined}
        />
      </Themed>
    );
  });
}
