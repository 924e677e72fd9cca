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

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Each: the packages that give it on Debian and Ubuntu, and what is wrong without. */
const programs = {
  ffmpeg: { packages: ['ffmpeg'], problem: problemOfFfmpeg },
  chromium: {
    packages: ['chromium'],
    problem: () => (chromiumPaths.some(existsSync) ? undefined : 'Chromium is missing'),
  },
  voices: {
    packages: ['espeak-ng', 'flite'],
    problem: () =>
      output('espeak-ng', ['--version']) !== undefined && existsSync('/usr/bin/flite')
        ? undefined
        : 'the speech voices espeak-ng and flite are missing',
  },
};

/** Makes sure of the named programs, or ends with the one command that installs them. */
export function requirePrograms(names) {
  const wanting = names.filter((name) => programs[name].problem() !== undefined);
  if (wanting.length === 0) return;
  const problems = wanting.map((name) => programs[name].problem()).join('; ');
  const packages = wanting.flatMap((name) => programs[name].packages);
  const isRoot = process.getuid?.() === 0;
  const hasApt = output('apt-get', ['--version']) !== undefined;
  const command = `${isRoot ? '' : 'sudo '}apt-get update && ${isRoot ? '' : 'sudo '}apt-get install -y ${packages.join(' ')}`;
  if (!isRoot || !hasApt) giveUp(`Webinar Vault cannot start yet: ${problems}.\nRun: ${command}`);
  console.log(`On this system ${problems}. Installing ${packages.join(', ')} with apt-get…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  apt(['update', '-qq']);
  if (!apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]))
    giveUp(`That did not succeed. Run: ${command}`);
  const still = wanting.map((name) => programs[name].problem()).filter(Boolean);
  if (still.length > 0) giveUp(`After the installation ${still.join('; ')}. Please install it by hand.`);
}
