/** `npm run bench`: everything that is measured; `npm run bench -- form` or `-- states`, and then their own arguments, one. */
const [only, ...rest] = process.argv.slice(2);
if (only === 'form' || only === 'states') process.argv.splice(2, 1);
const isOnly = (name) => only === name || (only !== 'form' && only !== 'states');
if (isOnly('form')) await import('./run.mjs');
if (isOnly('states')) {
  const { benchStates } = await import('./states/run.mjs');
  const rounds = Number(only === 'states' ? (rest[0] ?? 3) : 3);
  if (!benchStates(rounds)) process.exitCode = 1;
}
