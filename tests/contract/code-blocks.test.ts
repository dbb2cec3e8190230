import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseSync } from 'vite';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import * as definitions from '#renderer/grammar/validators.generated.js';
import { isRecord } from '#src/shared/contract.ts';
import { ENVIRONMENT } from '#src/server/settings.schema.ts';
import * as fixtures from '#src/simulator/service/validators.generated.js';

/*
 * Every code block of `docs` has a language, and is right in it. Proven elsewhere: that a quoted block is the same as its
 * file (`guide-quotes.test.ts`), that a command of Capiz exists with its options (`printed-commands.test.ts`), that the
 * commands of `docs/start` print what the page shows (`tests/library/first-screen.test.ts`), that the steps of
 * `docs/guide/language.md` compile (`guide.test.ts`), that the generated reference is current (`reference.test.ts`).
 */

const ROOT = join(import.meta.dirname, '../..');

interface Block {
  /** Page and line. */
  readonly place: string;
  readonly language: string;
  /** The file that the block is, if it is one. */
  readonly file: string;
  readonly text: string;
}

const FENCE = /^( *)(`{3,})([^\n`]*)\n([\s\S]*?)^ *\2 *$/gm;

function blocksOf(page: string, text: string): readonly Block[] {
  return [...text.matchAll(FENCE)].map((found) => {
    const [, indentation = '', , info = '', body = ''] = found;
    const [language = '', file = ''] = info.trim().split(' ');
    const line = text.slice(0, found.index).split('\n').length;
    return {
      ...{ place: `${page}:${line}`, language, file },
      text: body.replaceAll(new RegExp(`^ {0,${indentation.length}}`, 'gm'), ''),
    };
  });
}

const blocks = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .flatMap((name) => blocksOf(`docs/${name}`, readFileSync(join(ROOT, 'docs', name), 'utf8')));

type Check = (block: Block) => string | undefined;

/** Undefined: the block is right. */
const CHECKS: { readonly [language: string]: Check } = {
  json: checkJson,
  js: checkScript,
  ts: checkScript,
  tsx: checkScript,
  sh: checkShell,
  ini: checkSettings,
  yaml: ({ text }) => parseAllDocuments(text).flatMap(({ errors }) => errors)[0]?.message,
  // `docs/start`: the command and its output, the old text and the new one.
  console: ({ text }) => (text.startsWith('$ ') ? undefined : 'the first line is not a command'),
  replace: ({ text }) => (text.split(' → ').length === 2 ? undefined : 'it is not "old → new"'),
  // Settings of two editors, which we do not have here.
  lua: () => undefined,
  toml: () => undefined,
  text: () => undefined,
};

function faultOf(block: Block): string | undefined {
  if (block.language === '') return 'it has no language';
  const check = CHECKS[block.language];
  return check === undefined ? `nobody checks ${block.language}` : check(block);
}

/** A value, members without their braces, or elements without their brackets. */
function parseJson(text: string): unknown {
  for (const whole of [text, `{${text}}`, `[${text}]`]) {
    try {
      return JSON.parse(whole);
    } catch {
      // The next one may fit.
    }
  }
  return undefined;
}

type Validator = ((value: unknown) => boolean) & { errors?: readonly object[] | null };

const scripts = new Ajv2020({ strict: false });
for (const name of ['value', 'states']) scripts.addSchema(readSchema(name), `${name}.schema.json`);
const VALIDATORS = {
  ...definitions,
  ...fixtures,
  scripts: scripts.compile(readSchema('scripts')),
} as { readonly [kind: string]: Validator | undefined };

function readSchema(name: string): object {
  return JSON.parse(readFileSync(join(ROOT, 'schemas', `${name}.schema.json`), 'utf8')) as object;
}

function checkJson({ file, text }: Block): string | undefined {
  const value = parseJson(text);
  if (value === undefined) return 'it is no JSON';
  const kind = /([\w-]+)\.schema\.json$/.exec(isRecord(value) ? String(value['$schema']) : '')?.[1];
  // A project with a widget of its own, which `tests/library/fresh-apps.test.ts` builds.
  if (kind === undefined || file.startsWith('fixtures/fresh-apps/')) return undefined;
  const validate = VALIDATORS[kind];
  if (validate === undefined) return `there is no kind ${kind}`;
  return validate(value) ? undefined : JSON.stringify(validate.errors);
}

function checkScript({ language, text }: Block): string | undefined {
  return parseSync(`block.${language}`, text).errors[0]?.message;
}

/** Its syntax, and the files of this project that it runs. */
function checkShell({ text }: Block): string | undefined {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  if (status !== 0) return stderr;
  const missing = [...text.matchAll(/\bnode (bin\/[\w/.-]+)/g)]
    .map(([, file = '']) => file)
    .find((file) => !existsSync(join(ROOT, file)));
  return missing === undefined ? undefined : `there is no ${missing}`;
}

/** Lines `NAME=value`; ours are settings of the server. */
function checkSettings({ text }: Block): string | undefined {
  for (const line of text.trim().split('\n')) {
    const name = /^([A-Z][A-Z_]*)=\S/.exec(line)?.[1];
    if (name === undefined) return `"${line}" is not NAME=value`;
    if (name.startsWith('CAPIZ_') && !Object.hasOwn(ENVIRONMENT.entries, name))
      return `there is no setting ${name}`;
  }
  return undefined;
}

describe('the code blocks of docs', () => {
  it('are found', () => {
    expect(blocks.length).toBeGreaterThan(500);
  });

  it('have a language and are right in it', () => {
    const faults = blocks.flatMap((block) => {
      const fault = faultOf(block);
      return fault === undefined ? [] : [`${block.place}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

describe('the check of code blocks detects', () => {
  const SCREEN = { $schema: 'x/screen.schema.json', grammar: 4, id: 'a', title: 'A', body: [] };
  it.each([
    ['a block without a language', '', 'npm ci'],
    ['a language that nobody checks', 'cobol', 'STOP RUN.'],
    ['JSON with a comma too many', 'json', '{ "a": 1, }'],
    ['a definition that its schema refuses', 'json', JSON.stringify({ ...SCREEN, titel: 'A' })],
    ['a definition of no kind', 'json', '{ "$schema": "x/scren.schema.json" }'],
    ['TypeScript that does not parse', 'ts', 'const a: = 1;'],
    ['JSX that does not parse', 'tsx', 'const a = <p>;'],
    ['a command with an open quotation', 'sh', 'echo "a'],
    ['a program that does not exist', 'sh', 'node bin/strat.mjs'],
    ['a setting that does not exist', 'ini', 'CAPIZ_UPSTRAEM=https://loans.example.com'],
    ['YAML that does not parse', 'yaml', 'a: [1'],
    ['output without its command', 'console', '1 screen'],
    ['a replacement without an arrow', 'replace', 'a'],
  ])('%s', (_what, language, text) => {
    const page = `\`\`\`${language}\n${text}\n\`\`\`\n`;
    expect(blocksOf('page', page).map(faultOf)).not.toEqual([undefined]);
  });

  it('no fault in a right block', () => {
    expect(faultOf({ place: '', language: 'json', file: '', text: JSON.stringify(SCREEN) })).toBeUndefined();
  });
});
