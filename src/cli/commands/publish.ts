import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeColours } from '#src/shared/code-frame.ts';
import { describeProblems } from '#src/shared/problem-report.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { describeNeeds } from '../describe-needs.ts';
import { MEANT_OPTION, readMeant } from '../meant.ts';
import { formatJson, printResult } from '../print-result.ts';
import { nearestProject, rootOf, ROOT_OPTION } from '../project.ts';
import {
  connectRegistry,
  findRelease,
  type RegistryClient,
  RELEASE,
  type ReleaseAnswer,
  ServerRefusal,
  shorten,
  SERVER_OPTIONS,
} from '../registry-client.ts';

export const publishCommand = defineCommand({
  name: 'publish',
  usage: '--reason <text> [--meant <code>=<why>] [--release <hash>] [--json]',
  summary: 'Publishes the definitions of a project to borrowers',
  examples: ['npx capiz publish --reason "Friendlier words on the order screen"'],
  details: `Sends the whole project to the server, which checks and compiles it again, and makes it live.

  npx capiz publish --reason "Friendlier words on the order screen"

A change that the live review policy (review.alone of screens/app.json) does not exempt needs a second person: the
release is stored. After another person has approved it with npx capiz approve, publish it with --release.`,
  options: {
    '--reason <text>': 'the reason, recorded in the audit',
    ...MEANT_OPTION,
    '--release <hash>': 'publish an existing release; the beginning of its hash is enough',
    ...ROOT_OPTION,
    '--json': 'print {"version":1,"release":…,"isLive":…,"needs":[…]} instead of words',
    ...SERVER_OPTIONS,
  },
  notes:
    'Undo: npx capiz rollback --reason "why". Exit: 0 live, 1 errors or an approval is missing, 2 could not run.',
  async run({ values }, terminal) {
    const { reason } = values;
    if (reason === undefined) throw new UsageError('give a reason: --reason "…"');
    const meant = readMeant(values.meant);
    if (values.release !== undefined && values.meant !== undefined)
      throw new UsageError(
        'a release that was made has its reasons: --meant goes with the one that makes it',
      );
    // A stored release needs no definitions.
    const root =
      values.release === undefined || values.root !== undefined
        ? rootOf(terminal, values.root)
        : (nearestProject(terminal.folder) ?? terminal.folder);
    const client = connectRegistry(values, root);
    try {
      const release =
        values.release === undefined
          ? await makeRelease(client, root, { reason, meant })
          : await client.get(`/releases/${await findRelease(client, values.release)}`, RELEASE);
      return await publish(client, release, reason, terminal, values);
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      return refuse('Not published', error, root, terminal, values);
    }
  },
});

/** Makes a release of the definitions on disk, without publishing it. */
export function makeRelease(
  client: RegistryClient,
  root: string,
  why: { readonly reason: string; readonly meant: ReturnType<typeof readMeant> },
): Promise<ReleaseAnswer> {
  const files = Object.fromEntries(
    [...readProjectBytes(root)].map(([path, bytes]) => [path, bytes.toString('base64')]),
  );
  return client.post('/releases', { files, ...why }, RELEASE);
}

async function publish(
  client: RegistryClient,
  { hash, needs }: ReleaseAnswer,
  reason: string,
  terminal: Terminal,
  values: { readonly json?: boolean },
): Promise<ExitCode> {
  let isLive = true;
  try {
    await client.send(`/releases/${hash}/publish`, { reason });
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.code !== 'approval') throw error;
    isLive = false;
  }
  const short = shorten(hash);
  const words = isLive
    ? `Release ${short} is live. Undo: npx capiz rollback --reason "why"\n`
    : `Release ${short} is stored but not live: a second person must approve it.\n${describeNeeds(needs)}` +
      `Somebody else: npx capiz approve ${short} --reason "why"\n` +
      `Then:          npx capiz publish --release ${short} --reason "why"\n`;
  printResult(terminal, values, { release: hash, isLive, needs }, words);
  return isLive ? 0 : 1;
}

/** Prints the server's problems in the form of capiz check, or all as data. `root` may be a folder without definitions. */
export function refuse(
  what: string,
  { code, message, problems }: ServerRefusal,
  root: string,
  { out, err, hasColour }: Terminal,
  { json = false }: { readonly json?: boolean },
): ExitCode {
  if (json) {
    const refused = { code, message, ...(problems.length > 0 && { problems }) };
    out(formatJson({ refused }));
  } else if (problems.length > 0) {
    const files = existsSync(join(root, APP_FILE)) ? readProjectBytes(root) : [];
    const texts = new Map([...files].map(([path, bytes]) => [path, bytes.toString('utf8')]));
    out(describeProblems(problems, texts, makeColours(hasColour)));
  }
  err(`${what}: ${message}\n`);
  if (code === 'law') {
    const codes = [...new Set(problems.map((problem) => problem.code))];
    err(`With the release: ${codes.map((one) => `--meant ${one}="…"`).join(' ')}\n`);
  }
  return 1;
}
