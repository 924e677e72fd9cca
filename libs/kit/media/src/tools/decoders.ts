/** What the decoders of an ffmpeg can read, without what is refused here. */
export interface Decoders {
  /** Codecs (ffprobe's names) that a picture may have. */
  readonly video: ReadonlySet<string>;
  /** Codecs (ffprobe's names) that a sound may have. */
  readonly audio: ReadonlySet<string>;
  /** The decoders for these codecs, by ffmpeg's names. */
  readonly names: readonly string[];
}

/**
 * Codecs that are not taken although ffmpeg reads them. All others are: a recorder that we do not know may use any of them,
 * and a codec that is missing in a list of ours would cost people their picture or sound.
 */
const refusedCodecs: readonly { why: string; codecs: RegExp }[] = [
  {
    why: 'draws text, or opens what its content names',
    codecs: /^(ansi|bintext|idf|svg|tmv|xbin|cdgraphics)$/,
  },
  {
    why: 'reads memory, or makes content from a formula',
    codecs: /^(wrapped_avframe|vnull|anull|wavesynth)$/,
  },
  { why: 'CVE-2026-8461', codecs: /^magicyuv$/ },
  {
    why: 'single pictures of programs, which no recorder writes; their decoders are seldom tested',
    codecs:
      /^(alias_pix|brender_pix|cri|dds|dpx|exr|fits|gem|iff_ilbm|jpegxl|msp2|p[abgp]m|pcx|pfm|pgmyuv|pgx|phm|photocd|pictor|psd|ptx|qdraw|qoi|sgi|sunrast|tiff|txd|vbn|wbmp|webp|xbm|xface|xpm|xwd)$/,
  },
  {
    why: 'films of games',
    codecs:
      /^(4xm|anm|arbc|argo|avs|bethsoftvid|bfi|bink.*|bmv_.*|c93|cdtoons|cdxl|cmv|dfa|dsicin.*|dxa|gdv|hnm4video|idcin|interplay.*|ipu|jv|kmvc|mad|mdec|mmvideo|mobiclip|motionpixels|paf_.*|rl2|roq|sanm|sga|smack.*|smvjpeg|tg[qv]|thp|tiertexseqvideo|tqi|vb|vmd.*|ws_vqa|xan_.*|yop)$/,
  },
  {
    why: 'sounds of games',
    codecs:
      /^(adpcm_(4xm|afc|agm|aica|argo|dtk|ea.*|mtaf|psx|thp.*|vima|xa|xmd|zork|ima_(acorn|alp|apc|apm|cunning|dat4|ea.*|iss|moflex|mtf|rad|smjpeg|ssi|ws))|(cbd2|derf|gremlin|interplay|roq|sol|wady|xan)_dpcm|fastaudio|hca|hcom|pcm_sga|westwood_snd1)$/,
  },
];
/** Decoders of graphics hardware: drivers run outside of the limits of a process. */
const hardware = /_(amf|cuvid|mediacodec|mmal|oh|qsv|rkmpp|v4l2m2m)$/;

/** Decoders of subtitles that are text; others are pictures. */
export const textDecoders: readonly string[] = ['mov_text', 'srt', 'subrip', 'ass', 'ssa', 'webvtt', 'text'];

/** Decoders of subtitles that are pictures: ffprobe opens them, and they are never decoded for output. */
export const pictureTextDecoders: readonly string[] = ['dvdsub', 'dvbsub', 'pgssub', 'xsub', 'cc_dec'];

/** Reads what `ffmpeg -decoders` prints. */
export function readDecoders(listing: string): Decoders {
  const kinds = { V: new Set<string>(), A: new Set<string>() };
  const names: string[] = [];
  for (const line of listing.split('\n')) {
    const [, kind, isExperimental, name = ''] = /^ ([VA])[F.][S.]([X.])[B.][D.] ([\w.-]+) /.exec(line) ?? [];
    const codec = /\(codec ([\w.-]+)\)$/.exec(line.trimEnd())?.[1] ?? name;
    if (kind === undefined || isExperimental === 'X' || hardware.test(name) || isRefused(codec)) continue;
    kinds[kind as 'V' | 'A'].add(codec);
    names.push(name);
  }
  return { video: kinds.V, audio: kinds.A, names };
}

function isRefused(codec: string): boolean {
  return refusedCodecs.some(({ codecs }) => codecs.test(codec));
}
