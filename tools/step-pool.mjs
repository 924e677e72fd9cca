// Which steps of a test run go on at the same moment.

/**
 * Runs every job once: as many at the same time as their loads allow, in the order given as far as they fit.
 * @template {{ load: number }} Job
 * @param {readonly Job[]} jobs one whose load is beyond the capacity runs alone
 * @param {number} capacity what the loads of running jobs may add up to
 * @param {(job: Job) => Promise<unknown>} run
 */
export async function runBeside(jobs, capacity, run) {
  const waiting = [...jobs];
  const running = new Set();
  let taken = 0;
  const fits = ({ load }) => taken === 0 || taken + load <= capacity;
  const begin = (job) => {
    waiting.splice(waiting.indexOf(job), 1);
    taken += job.load;
    const ended = run(job).finally(() => {
      taken -= job.load;
      running.delete(ended);
    });
    running.add(ended);
  };
  while (waiting.length > 0 || running.size > 0) {
    for (let next = waiting.find(fits); next; next = waiting.find(fits)) begin(next);
    await Promise.race(running);
  }
}
