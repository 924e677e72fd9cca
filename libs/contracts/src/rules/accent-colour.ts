/** Text and its background need this contrast (WCAG 2.2, level AA). */
export const readableContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours such as `#c8321a`, from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, or the nearest darker or lighter one that can be read on a background. */
export function readableOn(background: string, colour: string): string {
  const target = luminanceOf(background) > 0.18 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = channelsOf(colour).map((channel) => Math.round(channel + (target - channel) * share));
    const candidate = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrastOf(candidate, background) >= readableContrast) return candidate;
  }
  return target === 0 ? '#000000' : '#ffffff';
}
