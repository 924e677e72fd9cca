import { chakra } from '@chakra-ui/react';
import { landingStrings as strings } from '../landing.strings.ts';

const themes = ['light', 'dark'] as const;
const width = 1_440;
const height = 900;
const sizes = '(min-width: 1200px) 640px, (min-width: 1024px) 54vw, 94vw';

/**
 * A picture of the product in the current theme; `npm run pictures` creates its files. The picture of the other theme is
 * not fetched, because it is lazy and never visible. The picture of the default theme is loaded eagerly, before layout.
 */
export function ProductPicture() {
  return themes.map((theme) => {
    const file = `/pictures/video-${theme}`;
    return (
      <chakra.picture
        key={theme}
        data-theme={theme}
        display="block"
        css={{
          // Hides the whole element of the other theme, so that it takes no place in a grid.
          '&[data-theme=dark]': { display: 'none', '.dark &': { display: 'block' } },
          '&[data-theme=light]': { '.dark &': { display: 'none' } },
        }}
      >
        <source type="image/avif" srcSet={`${file}-800.avif 800w, ${file}-1600.avif 1600w`} sizes={sizes} />
        <chakra.img
          src={`${file}-1600.webp`}
          alt={strings.videoPicture}
          htmlWidth={width}
          htmlHeight={height}
          loading={theme === 'light' ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority="high"
          display="block"
          width="100%"
          height="auto"
          // The reset removes the style of a picture's border.
          border="1px solid"
          borderColor="line"
          borderRadius="media"
          bg="sunken"
        />
      </chakra.picture>
    );
  });
}
