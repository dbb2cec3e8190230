import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '#src/cli/main.ts';
import { run } from '#src/cli/run.ts';

/** Thrown after a command has parsed its options, so that it does nothing. */
class OptionsRead extends Error {}

vi.mock('#src/cli/options.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#src/cli/options.ts')>();
  return {
    ...real,
    readOptions: (...given: Parameters<typeof real.readOptions>) => {
      real.readOptions(...given);
      throw new OptionsRead();
    },
  };
});

interface Printed {
  readonly file: string;
  readonly command: string;
}

function list(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => `${folder}/${name}`);
}

const PAGES = [
  'README.md',
  ...list('docs', (name) => name.endsWith('.md') && !name.startsWith('contributing/decisions')),
];
const SOURCES = list('src', (name) => /\.tsx?$/.test(name) && !name.includes('.test.'));

/** A command ends at a quotation mark of the source, a line end, a comment, or another program. */
const COMMAND =
  /\b(?:npx capiz|npm run|node bin\/\w+\.mjs)(?: (?:"[^"\n]*"|<[^>\n]*>|[^\s`'"|;()#,<>&\\]+)+)*/g;

function findCommands(file: string): Printed[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(COMMAND)].map(([found]) => ({ file, command: found }));
}

/** Splits like a shell; a placeholder becomes one argument. */
function split(command: string): string[] {
  const given = command
    .replaceAll(/\$\{[^}]*\}+/g, 'x')
    .replaceAll(/<[^>]*>/g, 'x')
    .replaceAll(/[[\]]/g, '')
    // The rest of the surrounding sentence.
    .replace(/(?<=\w)[.:?!](?: .*)?$/, '');
  return (given.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

async function faultOf({ command }: Printed): Promise<string | undefined> {
  const [program = '', first = '', ...rest] = split(command);
  if (program === 'node') return existsSync(first) ? undefined : `there is no ${first}`;
  if (program === 'npm') {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const name = rest[0] ?? '';
    return name === '' || Object.hasOwn(scripts, name) ? undefined : `there is no script ${name}`;
  }
  // `npx capiz` alone, or followed by words of a sentence.
  if (first !== 'capiz' || rest[0] === undefined || ['x', '…'].includes(rest[0])) return undefined;
  let fault = '';
  try {
    const code = await run(COMMANDS, rest, {
      folder: process.cwd(),
      out: () => {},
      err: (text) => (fault += text),
      hasColour: false,
      read: () => Promise.resolve(''),
      listenToKeys: () => () => {},
      now: () => 0,
    });
    return code === 2 ? fault : undefined;
  } catch (error) {
    if (error instanceof OptionsRead) return undefined;
    throw error;
  }
}

async function listFaults(files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const printed of files.flatMap(findCommands)) {
    const fault = await faultOf(printed);
    if (fault !== undefined) found.push(`${printed.file}: ${printed.command}: ${fault.trim()}`);
  }
  return found;
}

describe('a printed command', () => {
  it('of README and docs exists, with valid options', async () => {
    expect(await listFaults(PAGES)).toEqual([]);
  });

  it('of the command line, the server and the studio exists, with valid options', async () => {
    expect(await listFaults(SOURCES)).toEqual([]);
  });

  it('of the command line begins with npx, because capiz is not on the PATH', () => {
    const names = COMMANDS.map(({ name }) => name).join('|');
    const bare = new RegExp(
      `(?:Undo|Then|else|next|again|see|See|publish it|behind it|examples?):? +['\\[]*capiz (?:${names})\\b`,
    );
    const found = SOURCES.filter((file) => file.startsWith('src/cli/')).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => bare.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('the check detects a wrong option, a wrong command and a wrong script', async () => {
    const faults = await Promise.all(
      ['npx capiz publish --reson "why"', 'npx capiz pblish', 'npm run chekc', 'node bin/strat.mjs'].map(
        (command) => faultOf({ file: '', command }),
      ),
    );
    expect(faults.map((fault) => fault !== undefined)).toEqual([true, true, true, true]);
  });
});
