import { resolve } from 'node:path';
import { loadProject, type Project } from './project.ts';
import { DEMO_ADDRESS, writeDemoAddress } from './reference/demo.ts';
import { isRefusal, readSettings } from './settings.ts';
import { startServer } from './start.ts';

/** Started as `node dist/server/main.js [folder]`; the folder is a checked-out project, by default this one. */
const GRACE_MS = 5_000;

/** Exit codes: 1 the project has errors, 2 the server could not or must not run. */
function refuse(message: string, code: 1 | 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function open(root: string): Project {
  try {
    return loadProject(root);
  } catch (error) {
    refuse(`Not started: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
}

const settings = readSettings(process.env);
if (isRefusal(settings)) refuse(`Not started: ${settings.message}`, 2);

const project = open(resolve(process.argv[2] ?? '.'));
for (const line of project.problems) process.stderr.write(`${line}\n`);
if (!project.isSound) refuse('Not started: the definitions have errors.', 1);

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const server = await startServer(settings, project, log).catch((error: unknown) =>
  refuse(`Not started: ${error instanceof Error ? error.message : String(error)}`, 2),
);

log(`Capiz listens at ${server.origin}`);
if (server.payOrigin === undefined) log(`Loan service:     ${settings.upstream?.origin} (CAPIZ_UPSTREAM)`);
else {
  log(`Demonstration:    ${server.origin}${DEMO_ADDRESS}`);
  log(`Payment page:     ${server.payOrigin}`);
  const scenario = project.loadScenarios().get('repayable');
  const visit = Date.now().toString(36).slice(-4);
  if (scenario) log(`An order:         ${server.origin}${writeDemoAddress('/order', scenario, visit)}`);
}

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    void server.close(GRACE_MS).then(() => process.exit(0));
  });
}
