/** A container that the engine opens. */
export interface Format {
  /** As people call it. */
  name: string;
  /** ffmpeg's names. None is for playlists or image, text or network formats, and none opens another file. */
  demuxers: readonly string[];
  /** Lower case, without the dot. */
  extensions: readonly string[];
}

/** Every container that is accepted. The page, the check of a file's first bytes and ffmpeg use this one list. */
export const formats: readonly Format[] = [
  {
    name: 'MP4, MOV',
    demuxers: ['mov'],
    extensions: ['mp4', 'm4v', 'mov', 'qt', 'm4a', 'm4b', 'm4r', 'f4v', 'f4a', '3gp', '3gpp', '3g2', '3ga'],
  },
  { name: 'MKV, WebM', demuxers: ['matroska', 'webm'], extensions: ['mkv', 'mka', 'mk3d', 'webm', 'weba'] },
  { name: 'AVI', demuxers: ['avi'], extensions: ['avi', 'divx'] },
  {
    name: 'MPEG',
    demuxers: ['mpegts', 'mpeg'],
    extensions: ['mpg', 'mpeg', 'vob', 'm2p', 'mod', 'ts', 'mts', 'm2ts', 'm2t', 'trp', 'tp', 'tod'],
  },
  { name: 'WMV', demuxers: ['asf'], extensions: ['wmv', 'wma', 'asf', 'dvr-ms'] },
  { name: 'FLV', demuxers: ['flv'], extensions: ['flv'] },
  { name: 'MXF', demuxers: ['mxf'], extensions: ['mxf'] },
  { name: 'DV', demuxers: ['dv'], extensions: ['dv', 'dif'] },
  { name: 'MP3', demuxers: ['mp3'], extensions: ['mp3', 'mp2', 'mpa', 'mpga'] },
  { name: 'AAC', demuxers: ['aac', 'loas'], extensions: ['aac', 'adts', 'loas', 'latm'] },
  { name: 'WAV', demuxers: ['wav', 'w64'], extensions: ['wav', 'wave', 'bwf', 'bw64', 'rf64', 'w64'] },
  { name: 'FLAC', demuxers: ['flac'], extensions: ['flac'] },
  { name: 'Ogg', demuxers: ['ogg'], extensions: ['ogg', 'ogv', 'oga', 'ogx', 'opus', 'spx'] },
  { name: 'AIFF', demuxers: ['aiff'], extensions: ['aiff', 'aif', 'aifc'] },
  { name: 'CAF', demuxers: ['caf'], extensions: ['caf'] },
  { name: 'AMR', demuxers: ['amr'], extensions: ['amr', 'awb'] },
  { name: 'AC-3', demuxers: ['ac3', 'eac3'], extensions: ['ac3', 'eac3', 'ec3'] },
  { name: 'DTS', demuxers: ['dts'], extensions: ['dts'] },
  { name: 'AU', demuxers: ['au'], extensions: ['au', 'snd'] },
  { name: 'RealMedia', demuxers: ['rm'], extensions: ['rm', 'rmvb', 'ra'] },
  { name: 'NUT', demuxers: ['nut'], extensions: ['nut'] },
  { name: 'IVF', demuxers: ['ivf'], extensions: ['ivf'] },
  { name: 'WTV', demuxers: ['wtv'], extensions: ['wtv'] },
  { name: 'GXF', demuxers: ['gxf'], extensions: ['gxf'] },
  { name: 'WavPack', demuxers: ['wv'], extensions: ['wv'] },
  { name: 'APE', demuxers: ['ape'], extensions: ['ape'] },
  { name: 'TTA', demuxers: ['tta'], extensions: ['tta'] },
  { name: 'Musepack', demuxers: ['mpc', 'mpc8'], extensions: ['mpc', 'mp+'] },
  {
    name: 'dictation (DSS, OMA, QCP, VOC)',
    demuxers: ['dss', 'oma', 'qcp', 'voc'],
    extensions: ['dss', 'oma', 'qcp', 'voc'],
  },
];

/**
 * ffmpeg's names of all of them. Unlike decoders, demuxers are taken only by name: some read other files or the network,
 * a newer ffmpeg may have more of those, and a file in another format is refused with a message, so nobody loses anything.
 */
export const demuxers: readonly string[] = formats.flatMap((one) => one.demuxers);

/** For messages about a refused file. */
export const acceptedFormats = `Accepted formats: ${formats.map(({ name }) => name).join(', ')}.`;

const allExtensions: ReadonlySet<string> = new Set(formats.flatMap(({ extensions }) => extensions));

/**
 * Whether a file may be video or audio, by its name and the type that the browser gives it. The extension counts even
 * with another type: browsers call a transport stream text, and Ogg an application. The first bytes decide later.
 */
export function mayBeMedia({ name, type }: { name: string; type: string }): boolean {
  if (/^(video|audio)\//.test(type)) return true;
  const dot = name.lastIndexOf('.');
  return dot >= 0 && allExtensions.has(name.slice(dot + 1).toLowerCase());
}

/** The value of a file picker's `accept`: with the extensions, as browsers have no type for some of them. */
export const filePickerTypes = ['video/*', 'audio/*', ...[...allExtensions].map((one) => `.${one}`)].join(
  ',',
);
