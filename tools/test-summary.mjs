// The result of a test run, from its steps' reports in `test-results`, including those that Nx kept from earlier runs.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const results = join(root, 'test-results');

/** @returns the reports of all steps, the most expensive first */
export function readSteps(folder = results) {
  return globSync('**/*.json', { cwd: folder })
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .toSorted((a, b) => b.cpuSeconds - a.cpuSeconds);
}

/** Prints the most expensive steps, all failures, and the totals. @returns {boolean} whether the run succeeded */
export function printSummary(steps, { run, seconds, folder = results }) {
  const table = costTable(steps, run);
  writeFileSync(join(folder, 'last-run.txt'), `${table.join('\n')}\n`);
  const ran = steps.filter((step) => step.run === run);
  console.log('\nMost expensive steps (all of them in test-results/last-run.txt):');
  for (const line of costTable(ran, run).slice(0, 6)) console.log(line);
  for (const { name, failures } of steps)
    for (const failure of failures) console.log(`FAILED  ${name}: ${failure}`);
  for (const { name, isOk } of steps) if (!isOk) console.log(`FAILED  ${name}`);
  const total = (key) => steps.reduce((sum, step) => sum + step[key], 0);
  console.log(
    `\n${ran.length} steps ran and ${steps.length - ran.length} were unchanged, in ${Math.round(seconds)} s`,
  );
  console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  if (total('skipped') > 0) console.error('A skipped test hides a gap: none may be skipped.');
  return steps.every(({ isOk }) => isOk) && total('skipped') === 0;
}

function costTable(steps, run) {
  const row = (...cells) => `${cells[0].padStart(8)} ${cells[1].padStart(8)}  ${cells[2]}`;
  const number = (value) => value.toFixed(1);
  return [
    row('CPU s', 'wall s', 'step'),
    ...steps.map((step) =>
      row(
        number(step.cpuSeconds),
        number(step.seconds),
        step.run === run ? step.name : `${step.name} (unchanged)`,
      ),
    ),
  ];
}
