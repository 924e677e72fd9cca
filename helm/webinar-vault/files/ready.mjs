const problems = await Promise.all(
  process.argv.slice(1).map(async (address) => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(({ cause }) => cause);
    const text = answer instanceof Response ? `${answer.status} ${await answer.text()}` : String(answer);
    console.log(`${address}: ${text}`);
    return answer.ok ? 0 : 1;
  }),
);
process.exitCode = Math.max(...problems);
