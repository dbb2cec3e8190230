import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/main.ts';
import { describeCommand } from '#src/cli/run.ts';
import { runIn } from '#src/cli/testing.ts';

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-json-'));
  cpSync('fixtures/bad/world', project, { recursive: true });
  writeFileSync(join(project, 'number.json'), '{"number":"12"}');
  writeFileSync(join(project, 'who.json'), '[]');
  writeFileSync(join(project, 'form.schema.json'), '{"type":"object","properties":{"a":{"type":"string"}}}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/**
 * One run of each command that needs neither server nor threads. The tests of the other commands cover their
 * JSON.
 */
const RUNS: { readonly [command: string]: readonly string[] } = {
  check: [],
  fmt: ['--check'],
  explain: ['overlay/no-exit'],
  messages: [],
  import: ['form.schema.json'],
  rollout: ['who', 'who.json'],
  new: ['screen', 'late', '--dry-run'],
  record: ['number.json', '--endpoint', 'reader-card', '--dry-run'],
  rename: ['screen', 'shelf', 'rack', '--dry-run'],
  migrate: [],
  types: ['--check'],
  search: ['shelf'],
  graph: [],
  diff: ['.', '.'],
  completion: ['fish'],
};

describe('every command has --json, with a version', () => {
  // The standard output of these is a protocol, which is JSON of its own.
  const printing = COMMANDS.filter(({ name }) => name !== 'mcp' && name !== 'lsp');
  it.each(printing.map((command) => [command.name, command] as const))(
    '%s has --json, and its help describes the format',
    (_name, { usage, options }) => {
      expect(usage).toContain('--json');
      expect(options['--json']).toContain('"version":1');
    },
  );

  it.each(Object.entries(RUNS))('%s prints one document and nothing else', async (name, args) => {
    const { code, out } = await runIn(project, name, ...args, '--json');
    expect(code).toBeLessThan(2);
    expect(JSON.parse(out)).toMatchObject({ version: 1 });
  });
});

describe('completion knows every command and every option of its help', () => {
  it.each(['bash', 'zsh', 'fish'])('%s', async (shell) => {
    const { out } = await runIn(project, 'completion', shell);
    for (const command of COMMANDS) {
      const { name } = command;
      const lines = out.split('\n').filter((line) => new RegExp(`(?:^|[ '(])${name}[ ):']`).test(line));
      expect({ name, lines: lines.length }).not.toEqual({ name, lines: 0 });
      for (const [, option = ''] of describeCommand(command).matchAll(/^ +(?:-[a-z], )?--([a-z][a-z-]*)/gm))
        expect(lines.join('\n'), `${name} --${option}`).toContain(
          shell === 'fish' ? `-l ${option}` : `--${option}`,
        );
    }
  });
});
